// An edit that is checked while it is typed.

import * as api from "./api.js";
import { debounced, el, fresh } from "./dom.js";
import { text as marked } from "./texts.js";
import * as words from "./words.js";

const PAUSE = 350;

/** A form for a text; `keep(text, anyway)` stores it, `cancel()` leaves everything as it was. */
export function editor({ candidate, text, segments, keep, cancel }) {
  const name = fresh("edit");
  const field = el("textarea", { id: name, rows: 4, value: text, "aria-describedby": `${name}-verdict` });
  const preview = el("p", { class: "text preview", "aria-hidden": "true" }, marked(segments));
  const verdict = el("div", { id: `${name}-verdict`, class: "verdict", role: "status" });
  const save = el("button", { class: "yes", disabled: true }, "Keep this");
  let asked = 0;
  let waiting = new AbortController();
  let sure = null; // the text that the last verdict is about, and what it says

  function doubt(said) {
    save.disabled = true;
    sure = null;
    verdict.replaceChildren(el("p", { class: "quiet" }, said));
  }

  // An answer about a text that has changed since is thrown away.
  const check = debounced(async () => {
    asked += 1;
    const mine = asked;
    waiting.abort();
    waiting = new AbortController();
    const now = field.value;
    try {
      const found = await api.check(candidate.id, now, waiting.signal);
      if (mine === asked && now === field.value) told(now, found);
    } catch (error) {
      if (error.name !== "AbortError" && mine === asked) doubt(error.message);
    }
  }, PAUSE);

  function told(now, found) {
    sure = { text: now, ok: found.ok };
    preview.replaceChildren(...marked(found.segments ?? []).flat());
    save.disabled = !now.trim();
    save.textContent = found.ok ? "Keep this" : "Keep it anyway";
    save.classList.toggle("yes", found.ok);
    verdict.replaceChildren(found.ok
      ? el("p", { class: "good" }, "Every fact is kept.")
      : el("ul", { class: "reasons" }, found.reasons.map((one) => el("li", {}, words.reason(one)))));
  }

  async function submit(event) {
    event.preventDefault();
    if (sure?.text !== field.value) return;
    save.disabled = true;
    try {
      await keep(sure.text, !sure.ok);
    } catch (error) {
      doubt(error.message);
      check();
    }
  }

  const form = el("form", { class: "editor", submit },
    el("label", { for: name, class: "unseen" }, "Your wording"), field, preview, verdict,
    el("div", { class: "decide" }, save, el("button", { type: "button", click: cancel }, "Cancel")));
  field.addEventListener("input", () => {
    asked += 1; // whatever is on its way is too old now
    doubt("Checking …");
    check();
  });
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") cancel();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  doubt("Checking …");
  check();
  return form;
}
