// Blind rating: choose or make a study; rate one version after the other without knowing who wrote it.

import * as api from "./api.js";
import { counted, el, fresh, say } from "./dom.js";

const RATER = "scaning-rater";
const MEASURES = [
  ["solvability", "Solvability", "Does it have the same solution, and can it be understood?",
    ["cannot be solved, or another solution", "the same solution, and clear"]],
  ["diversity", "Diversity", "How different is its form from the original’s?",
    ["the same words in the same order, or unrelated", "another form throughout"]],
  ["fluency", "Fluency", "Is it grammatical, and do its sentences hang together?",
    ["not understandable", "as a good writer would put it"]],
];

/** The view in which studies are chosen and made. */
export async function rate({ signal }) {
  const [studies, jobs] = await Promise.all([api.studies(signal), api.jobs(signal)]);
  return el("div", {},
    el("section", { class: "narrow" },
      el("h1", {}, "Rate blindly"),
      el("p", { class: "lead" }, "Several people grade the same versions from 0 to 5, each in an order of their own, and nobody sees who wrote what. Figures shows the means and how far the raters agree."),
      studies.length ? el("ul", { class: "jobs" }, studies.map(line)) : el("p", { class: "quiet" }, "There is no study yet.")),
    el("section", { class: "narrow", "aria-labelledby": "new-study" },
      el("h2", { id: "new-study" }, "A new study"),
      making(jobs.filter((job) => job.variants))));
}

function line(study) {
  const raters = Object.entries(study.raters).map(([name, done]) => `${name} ${done}`);
  return el("li", {},
    el("a", { href: `#/rate/${study.id}` }, study.name),
    el("span", { class: "quiet" }, [counted(study.samples, "sample"), ...raters].join(" · ")),
    el("a", { class: "quiet", href: `#/figures/study/${study.id}`, "aria-label": `Figures of ${study.name}` }, "Figures"));
}

function making(jobs) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const file = el("input", { id: "pairs", type: "file", name: "file", accept: ".jsonl,.json,.csv,.tsv,.xlsx" });
  const job = el("select", { id: "of-job", name: "job" },
    el("option", { value: "" }, "–"), jobs.map((one) => el("option", { value: one.id }, `${one.name} (${one.variants})`)));
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    const data = new FormData(event.target);
    if (!file.files.length) data.delete("file");
    for (const name of ["job", "count", "name"]) if (!data.get(name)) data.delete(name);
    try {
      window.location.hash = `#/rate/${(await api.startStudy(data)).id}`;
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  return el("form", { class: "stack", submit },
    el("label", {}, "Name", el("input", { name: "name", maxlength: 100, autocomplete: "off" })),
    el("label", { for: "of-job" }, "Versions of"), job,
    el("label", { for: "pairs" }, "or a file of pairs: columns original, candidate and, if you like, source"), file,
    el("label", {}, "How many, drawn at random", el("input", { name: "count", type: "number", min: 1, max: 10000, placeholder: "all" })),
    wrong,
    el("p", {}, el("button", { class: "main" }, "Make it")));
}

/** The view in which one rater grades. */
export async function rating({ id, signal }) {
  const rater = localStorage.getItem(RATER) ?? "";
  const root = el("div", { class: "narrow" });
  if (rater) root.replaceChildren(...await desk(id, rater, signal, root));
  else root.replaceChildren(whoAreYou(id, signal, root));
  return root;
}

function whoAreYou(id, signal, root) {
  const field = el("input", { id: "rater", required: true, maxlength: 100, autocomplete: "name", value: localStorage.getItem(RATER) ?? "" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      const name = field.value.trim();
      const found = await desk(id, name, signal, root);
      localStorage.setItem(RATER, name);
      root.replaceChildren(...found);
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  return el("form", { class: "stack", submit },
    el("h1", {}, "Who is rating?"),
    el("p", { class: "quiet" }, "Your name keeps your grades apart from the others’. You can stop at any time and go on under the same name."),
    el("label", { for: "rater" }, "Your name"), field, wrong,
    el("p", {}, el("button", { class: "main" }, "Begin")));
}

async function desk(id, rater, signal, root) {
  const { study, samples } = await api.task(id, rater, signal);
  const left = samples.findIndex((one) => !one.mine);
  let place = left === -1 ? samples.length : left;
  const status = el("div", { class: "status" });
  const stage = el("div", {});
  const change = (event) => {
    event.preventDefault();
    root.replaceChildren(whoAreYou(id, signal, root));
    root.querySelector("input").focus();
  };

  function draw(focus = true) {
    const done = samples.filter((one) => one.mine).length;
    const bar = fresh("bar");
    status.replaceChildren(
      el("label", { for: bar, class: "quiet" }, `${done} of ${counted(samples.length, "version")} graded by ${rater} · `,
        el("a", { href: "#", click: change }, "someone else")),
      el("progress", { id: bar, max: samples.length, value: done }));
    stage.replaceChildren(place < samples.length ? card(samples[place], place, samples.length, step, keep) : finished(study));
    if (focus) (stage.querySelector("input:checked") ?? stage.querySelector("input, a"))?.focus();
  }

  function step(by) {
    place = Math.max(0, Math.min(samples.length, place + by));
    draw();
  }

  async function keep(sample, grades) {
    await api.rate(id, { sample: sample.id, rater, ...grades });
    sample.mine = grades;
    say("Kept");
    step(1);
  }

  draw(false);
  return [el("h1", { class: "name" }, study.name), status, stage];
}

function finished(study) {
  return el("section", { class: "finished" },
    el("h2", {}, "All graded. Thank you."),
    el("p", {}, el("a", { href: `#/figures/study/${study.id}` }, "See the figures")));
}

function card(sample, place, total, step, keep) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    const given = new FormData(event.target);
    const missing = MEASURES.find(([name]) => !given.has(name));
    if (missing) {
      wrong.textContent = `Grade the ${missing[1].toLowerCase()} too.`;
      event.target.querySelector(`[name="${missing[0]}"]`).focus();
      return;
    }
    try {
      await keep(sample, Object.fromEntries(MEASURES.map(([name]) => [name, Number(given.get(name))])));
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  const form = el("form", { class: "sample", submit },
    el("div", { class: "pair" },
      el("section", {}, el("h2", {}, "Original"), el("p", { class: "text" }, sample.original)),
      el("section", {}, el("h2", {}, "Version"), el("p", { class: "text" }, sample.candidate))),
    MEASURES.map((measure) => grades(measure, sample.mine?.[measure[0]])),
    wrong,
    el("div", { class: "decide" },
      el("button", { class: "main" }, place + 1 === total ? "Keep" : "Keep and go on"),
      el("button", { type: "button", disabled: place === 0, click: () => step(-1) }, "Back"),
      el("button", { type: "button", click: () => step(1) }, "Skip"),
      el("span", { class: "quiet keys" }, "Keys: 0–5 grade, Enter keeps")));
  form.addEventListener("keydown", (event) => byKeys(event, form));
  return form;
}

function grades([name, label, question, [worst, best]], chosen) {
  return el("fieldset", { class: "grades", "data-measure": name },
    el("legend", {}, label, el("span", { class: "quiet" }, ` ${question}`)),
    el("div", { class: "scale" }, [0, 1, 2, 3, 4, 5].map((grade) => el("label", {},
      el("input", { type: "radio", name, value: grade, checked: chosen === grade }), el("span", {}, String(grade))))),
    el("p", { class: "ends quiet" }, el("span", {}, `0 ${worst}`), el("span", {}, `5 ${best}`)));
}

// A digit grades the measure that has the focus, and the next one gets it.
function byKeys(event, form) {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[0-5]$/.test(event.key)) return;
  const group = event.target.closest("fieldset") ?? form.querySelector("fieldset");
  event.preventDefault();
  const radio = group.querySelector(`[value="${event.key}"]`);
  radio.checked = true;
  const groups = [...form.querySelectorAll("fieldset")];
  const next = groups[groups.indexOf(group) + 1];
  if (next) (next.querySelector("input:checked") ?? next.querySelector("input")).focus();
  else form.querySelector("button.main").focus();
}
