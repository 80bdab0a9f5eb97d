// One version of a problem: what it says, what speaks for or against it, and what is decided.

import * as api from "./api.js";
import { editor } from "./editor.js";
import { el, say } from "./dom.js";
import { text } from "./texts.js";
import * as words from "./words.js";

const SAID = { accepted: "Accepted", edited: "Edited and accepted", rejected: "Rejected", open: "" };

/** The element of a candidate; `changed` is called when something was decided. */
export function variant(candidate, changed) {
  const node = el("li", { class: "variant", tabindex: 0 });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const state = () => candidate.review?.decision ?? "open";
  const current = () => state() === "edited"
    ? { text: candidate.review.text, cells: candidate.review.cells, segments: candidate.review.segments }
    : candidate;

  async function decide(decision, more = {}) {
    wrong.textContent = "";
    try {
      candidate.review = await api.review(candidate.id, { decision, ...more });
      say(SAID[decision] || "Open again");
      draw(true);
      changed();
    } catch (error) {
      wrong.textContent = error.message;
    }
  }

  function draw(focus = false) {
    node.dataset.state = state();
    node.replaceChildren(...shown());
    if (focus) node.focus({ preventScroll: true });
  }

  function edit() {
    const done = () => draw(true);
    const keep = async (edited, anyway) => {
      candidate.review = await api.review(candidate.id, { decision: "edited", text: edited, anyway });
      say(SAID.edited);
      draw(true);
      changed();
    };
    const form = editor({ candidate, text: current().text, segments: current().segments, keep, cancel: done });
    node.replaceChildren(form);
    form.querySelector("textarea").focus();
  }

  function shown() {
    const now = current();
    const decided = state() !== "open";
    const offered = candidate.rank !== null || decided;
    return [
      el("p", { class: "text" }, now.segments.length ? text(now.segments) : now.text),
      offered && now.cells.ok ? summary(now.cells) : null,
      reasons(now.cells),
      numbers(now.cells),
      wrong,
      el("div", { class: "decide" },
        decided ? el("strong", { class: `said ${state()}` }, SAID[state()]) : null,
        offered && !decided ? button("Accept", "a", () => decide("accepted"), "yes") : null,
        button("Edit", "e", edit),
        offered && !decided ? button("Reject", "r", () => decide("rejected")) : null,
        decided ? button("Undo", "u", () => decide("open")) : null),
    ].filter(Boolean);
  }

  node.addEventListener("keydown", (event) => {
    if (event.target !== node && event.target.tagName !== "BUTTON") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const found = node.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!found) return;
    event.preventDefault();
    found.click();
  });
  draw();
  return node;
}

function button(label, key, click, look = "") {
  return el("button", { type: "button", class: look, click, "data-key": key, "aria-keyshortcuts": key.toUpperCase() }, label);
}

function summary(cells) {
  const said = [words.difference(cells.diversity), words.meaning(cells.similarity), words.how(cells.prompt ?? "")];
  return el("p", { class: "scores" }, el("span", { class: "kept" }, "Facts kept"), ...said.filter(Boolean).map((one) => el("span", {}, one)));
}

function reasons(cells) {
  if (cells.ok || !cells.reasons.length) return null;
  return el("ul", { class: "reasons" }, cells.reasons.map((one) => el("li", {}, words.reason(one))));
}

function numbers(cells) {
  const named = [["meaning", cells.similarity], ["difference", cells.diversity], ["solvable", cells.solvability]];
  const known = named.filter(([, value]) => typeof value === "number");
  if (!known.length) return null;
  return el("p", { class: "numbers" }, known.map(([name, value]) => el("span", {}, `${name} ${words.digits(value)}`)));
}
