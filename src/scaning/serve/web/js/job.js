// A job: its problems with their versions, to accept, edit or reject; and what is written out.

import * as api from "./api.js";
import { counted, el, fresh, say } from "./dom.js";
import { text } from "./texts.js";
import { variant } from "./variant.js";

const PAGE = 20;
const PAUSE = 600;
const FORMATS = [["csv", "CSV"], ["xlsx", "Excel"], ["jsonl", "JSON Lines"], ["json", "JSON"], ["tsv", "TSV"], ["txt", "Text"]];

/** The view. */
export async function job({ id, signal }) {
  let known = await api.job(id, signal);
  let start = 0;
  const cards = new Map();
  const list = el("div", { class: "problems" });
  const status = el("div", { class: "status" });
  const pages = el("nav", { class: "pages", "aria-label": "Pages" });
  const top = el("section", { class: "wide" },
    el("h1", { class: "name" }, known.name),
    status,
    badRows(known.bad_rows),
    el("div", { class: "tools" }, legend(), switches(list), exporting(() => known)),
    keys());

  async function refresh() {
    known = await api.job(id, signal);
    status.replaceChildren(...progress(known));
  }

  async function fetchPage() {
    const found = await api.problems(id, start, PAGE, signal);
    const shown = found.map((problem) => {
      const before = cards.get(problem.id);
      if (before?.done || (before && !problem.done)) return before.node;
      const card = { done: problem.done, node: problemCard(problem, refresh) };
      cards.set(problem.id, card);
      return card.node;
    });
    if (shown.some((node, place) => list.children[place] !== node) || list.children.length !== shown.length) {
      list.replaceChildren(...shown);
    }
    pages.replaceChildren(...pager(known.problems, start, turn));
  }

  async function turn(to) {
    start = to;
    await fetchPage();
    window.scrollTo(0, 0);
    list.querySelector("h2")?.focus();
  }

  async function watch() {
    while (!signal.aborted && known.state !== "done") {
      await new Promise((resume) => { setTimeout(resume, PAUSE); });
      if (signal.aborted) return;
      const before = known.done;
      await refresh();
      if (known.done !== before || known.state === "done") await fetchPage();
    }
    if (!signal.aborted) say(`Done: ${counted(known.variants, "version")} of ${counted(known.problems, "problem")}.`);
  }

  await refresh();
  await fetchPage();
  if (known.state !== "done") watch().catch((error) => { if (!signal.aborted) status.append(el("p", { class: "wrong" }, error.message)); });
  moveByKeys(list);
  return el("div", {}, top, list, pages);
}

function progress(known) {
  const counts = el("p", { class: "counts" },
    `${counted(known.problems, "problem")} · ${counted(known.variants, "version")} · ${known.accepted} accepted · ${known.rejected} rejected`);
  if (known.state === "done") return [counts];
  const label = known.state === "waiting" ? "Waiting for other files" : `Rewriting: ${known.done} of ${known.problems}`;
  const bar = fresh("bar");
  return [el("label", { for: bar, class: "quiet" }, label),
    el("progress", { id: bar, max: known.problems, value: known.done }), counts];
}

function badRows(rows) {
  if (!rows.length) return null;
  return el("details", { class: "bad" },
    el("summary", {}, `${counted(rows.length, "row")} could not be read`),
    el("ul", {}, rows.map((row) => el("li", {}, row.line ? `Line ${row.line}: ${row.why}` : row.why))));
}

function legend() {
  return el("p", { class: "legend" },
    el("span", {}, el("ins", {}, "new words")),
    el("span", {}, el("b", { class: "fact number" }, "numbers")),
    el("span", {}, el("b", { class: "fact unknown" }, "unknowns")),
    el("span", {}, el("b", { class: "fact name" }, "names")));
}

function switches(list) {
  const toggle = (name) => (event) => list.classList.toggle(name, event.target.checked);
  return el("div", { class: "switches" },
    el("label", { class: "tick" }, el("input", { type: "checkbox", change: toggle("with-gone") }), el("span", {}, "Show what is gone")),
    el("label", { class: "tick" }, el("input", { type: "checkbox", change: toggle("with-numbers") }), el("span", {}, "Show scores")));
}

function keys() {
  const key = (name) => el("kbd", {}, name);
  return el("p", { class: "keys quiet" }, key("J"), " ", key("K"), " next, previous · ", key("A"), " accept · ", key("E"), " edit · ", key("R"), " reject · ", key("U"), " undo");
}

function exporting(current) {
  const { id, format: given } = current();
  const bank = ["xml", "gift"].includes(given);
  const formats = bank ? [["bank", given === "gift" ? "GIFT, as uploaded" : "XML, as uploaded"], ...FORMATS] : FORMATS;
  const format = el("select", { id: "format" }, formats.map(([value, label]) => el("option", { value }, label)));
  const which = el("select", { id: "which" },
    el("option", { value: "accepted" }, "accepted"), el("option", { value: "all" }, "all versions"));
  const wrong = el("span", { class: "wrong", role: "alert" });
  const go = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    if (which.value === "accepted" && !current().accepted) {
      wrong.textContent = "Nothing is accepted yet.";
      return;
    }
    try {
      await api.download(`/v1/jobs/${id}/export?format=${format.value}&which=${which.value}`);
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  return el("form", { class: "export", submit: go },
    el("label", { for: "which" }, "Save"), which,
    el("label", { for: "format" }, "as"), format,
    el("button", {}, "Download"), wrong);
}

function problemCard(problem, refresh) {
  const heading = fresh("problem");
  const offered = problem.candidates.filter((one) => one.rank !== null || (one.review && one.review.decision !== "open"));
  const others = problem.candidates.filter((one) => !offered.includes(one));
  const title = problem.key.startsWith("q-") ? `Problem ${problem.place + 1}` : problem.key;
  return el("article", { class: "problem", "aria-labelledby": heading },
    el("div", { class: "original" },
      el("h2", { id: heading, tabindex: -1 }, title),
      el("p", { class: "text" }, problem.segments.length ? text(problem.segments) : problem.question)),
    el("div", { class: "versions" },
      problem.done ? null : el("p", { class: "quiet waiting" }, "Waiting …"),
      el("ol", { class: "variants" }, offered.map((one) => variant(one, refresh))),
      problem.note ? el("p", { class: "note" }, note(problem.note, offered.length)) : null,
      others.length ? el("details", { class: "others" },
        el("summary", {}, `${others.length} turned down, with reasons`),
        el("ul", { class: "variants" }, others.map((one) => variant(one, refresh)))) : null));
}

// The reasons are listed below, one by one; here it is enough to say how many there are.
function note(said, found) {
  const short = /^(\d+) of (\d+) variants?: (nobody|.*turned down)/.exec(said);
  if (!short) return said;
  if (short[3] === "nobody") return found ? "No other wording was found." : "No other wording was found that keeps everything.";
  return found ? `${short[1]} of ${short[2]}: the others did not pass.` : "None passed. Nothing is handed out that might change the solution.";
}

function pager(total, start, turn) {
  if (total <= PAGE) return [];
  const button = (label, to, able) => el("button", { type: "button", disabled: !able, click: () => turn(to) }, label);
  const last = Math.min(total, start + PAGE);
  return [button("Previous", start - PAGE, start > 0),
    el("span", { class: "quiet" }, `${start + 1}–${last} of ${total}`),
    button("Next", start + PAGE, last < total)];
}

// J and K go from version to version; the keys of a version are its own.
function moveByKeys(list) {
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(?:TEXTAREA|INPUT|SELECT)$/.test(event.target.tagName)) return;
    const step = { j: 1, k: -1 }[event.key];
    if (!step) return;
    const all = [...list.querySelectorAll(".variant")].filter((one) => one.offsetParent !== null);
    const next = all[all.indexOf(event.target.closest(".variant")) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  });
}
