// The first view: paste or choose problems, say how to rewrite them; what was done before.

import * as api from "./api.js";
import { counted, el } from "./dom.js";

const EXAMPLE = "A farmer packs eggs into boxes of a dozen. How many boxes can she fill with 156 eggs?\n\n"
  + "If 27 bottles of soda cost A cents, how much will B bottles cost in dollars?";

const HOWS = [
  ["", "As is best"],
  ["passive", "Passive"],
  ["shuffle", "Other order"],
  ["replace", "Other words"],
  ["fix", "Other sentences"],
  ["combinations", "Combined"],
];
const DIFFERENCES = ["a little", "somewhat", "clearly", "thoroughly"];
const LEAST = [0.05, 0.15, 0.3, 0.45];
const FILES = ".jsonl,.json,.csv,.tsv,.xlsx,.txt,.xml,.gift";

/** The view. */
export async function start({ signal }) {
  const [about, jobs] = await Promise.all([api.about(signal), api.jobs(signal)]);
  return el("div", {},
    el("section", { class: "narrow" },
      el("h1", {}, "The same problem, in other words"),
      el("p", { class: "lead" }, "Paste word problems. You get versions that read differently and have the same solution; whatever loses a fact is turned down, and you see why."),
      form(about)),
    jobs.length ? el("section", { class: "narrow", "aria-labelledby": "before" },
      el("h2", { id: "before" }, "Done before"),
      el("ul", { class: "jobs" }, jobs.map(line))) : null);
}

function form(about) {
  const text = el("textarea", { id: "text", name: "text", rows: 7, spellcheck: "true", "aria-describedby": "text-help",
    placeholder: "One problem, or several with an empty line between them" });
  const file = el("input", { id: "file", type: "file", accept: FILES, class: "unseen",
    change: () => { if (file.files[0]) send(file.files[0]); } });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const button = el("button", { class: "main" }, "Rewrite");
  const area = el("div", { class: "paper" },
    el("label", { class: "unseen", for: "text" }, "Word problems"), text,
    el("div", { class: "paper-foot" },
      el("span", { id: "text-help", class: "quiet" }, "or "), file,
      el("label", { for: "file", class: "link" }, "choose a file"),
      el("span", { class: "quiet formats" }, "text, tables, Moodle XML, GIFT, QTI"),
      el("button", { type: "button", class: "plain", click: () => { text.value = EXAMPLE; text.focus(); } }, "Try an example")));
  dropping(area, send);
  const whole = el("form", { class: "start", submit: (event) => { event.preventDefault(); send(null); } },
    area, wrong, controls(about), el("p", { class: "do" }, button));
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) whole.requestSubmit();
  });

  async function send(chosen) {
    wrong.textContent = "";
    if (!chosen && !text.value.trim()) {
      wrong.textContent = "Paste at least one problem first.";
      text.focus();
      return;
    }
    const data = new FormData(whole);
    data.set("min_diversity", LEAST[Number(data.get("difference"))]);
    data.set("keep_names", data.has("keep_names"));
    data.delete("difference");
    if (!data.get("prompt")) data.delete("prompt");
    if (chosen) {
      data.delete("text");
      data.set("file", chosen);
    }
    button.disabled = true;
    try {
      window.location.hash = `#/job/${(await api.startJob(data)).id}`;
    } catch (error) {
      wrong.textContent = error.message;
      button.disabled = false;
      file.value = "";
    }
  }
  return whole;
}

function dropping(area, send) {
  for (const name of ["dragenter", "dragover"]) {
    area.addEventListener(name, (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      area.classList.add("over");
    });
  }
  area.addEventListener("dragleave", () => area.classList.remove("over"));
  area.addEventListener("drop", (event) => {
    area.classList.remove("over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    send(event.dataTransfer.files[0]);
  });
}

function controls(about) {
  const said = el("output", { for: "difference" }, DIFFERENCES[1]);
  const tell = (event) => { said.textContent = DIFFERENCES[Number(event.target.value)]; };
  return el("div", { class: "controls" },
    el("fieldset", {},
      el("legend", {}, "How"),
      el("div", { class: "chips" }, HOWS.map(([value, label]) => el("label", {},
        el("input", { type: "radio", name: "prompt", value, checked: value === "" }), el("span", {}, label))))),
    el("div", { class: "row" },
      el("label", {}, el("span", {}, "Versions of each"),
        el("input", { type: "number", name: "n", min: 1, max: about.limits.variants, value: 3, required: true })),
      el("label", { class: "range" }, el("span", {}, "Different at least ", said),
        el("input", { id: "difference", type: "range", name: "difference", min: 0, max: 3, step: 1, value: 1, input: tell })),
      el("label", { class: "tick" }, el("input", { type: "checkbox", name: "keep_names", checked: true }),
        el("span", {}, "Keep people’s names"))));
}

function line(job) {
  const state = job.state === "done" ? `${counted(job.variants, "version")}, ${job.accepted} accepted` : `${job.done} of ${job.problems} done`;
  const drop = async (event) => {
    const row = event.target.closest("li");
    if (!window.confirm(`Delete “${job.name}” with everything that was decided?`)) return;
    await api.dropJob(job.id);
    row.remove();
  };
  return el("li", {},
    el("a", { href: `#/job/${job.id}` }, job.name),
    el("span", { class: "quiet" }, `${counted(job.problems, "problem")} · ${state}`),
    el("button", { type: "button", class: "plain", "aria-label": `Delete ${job.name}`, click: drop }, "Delete"));
}
