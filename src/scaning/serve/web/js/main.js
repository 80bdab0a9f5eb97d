// Which view is shown for which address; everything else is in the views.

import { Refused, useKey } from "./api.js";
import { el } from "./dom.js";
import { figures } from "./figures.js";
import { job } from "./job.js";
import { rate, rating } from "./rate.js";
import { start } from "./start.js";

const ROUTES = [
  [/^#\/job\/([\w-]+)$/, job, "start"],
  [/^#\/rate\/([\w-]+)$/, rating, "rate"],
  [/^#\/rate$/, rate, "rate"],
  [/^#\/figures(?:\/(?:job|study)\/[\w-]+)?$/, figures, "figures"],
  [/^(?:#\/)?$/, start, "start"],
];

let leaving = new AbortController();

async function show() {
  const hash = window.location.hash;
  if (hash && !hash.startsWith("#/")) return; // a place in the page
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const main = document.getElementById("main");
  const [pattern, view, name] = ROUTES.find(([route]) => route.test(hash)) ?? ROUTES.at(-1);
  for (const link of document.querySelectorAll("nav [data-view]")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    const content = await view({ signal, id: pattern.exec(hash)?.[1], hash });
    if (signal.aborted) return;
    main.replaceChildren(content);
    document.title = `${main.querySelector("h1")?.textContent ?? "Word problems"} · scaning`;
    if (moved) main.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  } catch (error) {
    if (!signal.aborted) main.replaceChildren(failed(error));
  }
}

function failed(error) {
  if (error instanceof Refused && error.status === 401) return askForKey();
  if (!(error instanceof Refused)) console.error(error);
  return el("section", { class: "narrow" },
    el("h1", {}, "That did not work"),
    el("p", { role: "alert" }, error instanceof Refused ? error.message : "The page has a mistake. Load it again."),
    el("p", {}, el("button", { type: "button", click: show }, "Try again")));
}

function askForKey() {
  const field = el("input", { id: "key", type: "password", autocomplete: "current-password", required: true });
  const submit = (event) => {
    event.preventDefault();
    useKey(field.value.trim());
    show();
  };
  return el("form", { class: "narrow", submit },
    el("h1", {}, "This server asks for a key"),
    el("label", { for: "key" }, "API key"),
    el("p", {}, field),
    el("button", { class: "main" }, "Go on"));
}

let moved = false;
window.addEventListener("hashchange", () => { moved = true; show(); });
show();
