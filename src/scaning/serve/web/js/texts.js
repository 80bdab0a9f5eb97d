// A text word by word: new words, gone words, and the facts that have to stay.

import { el } from "./dom.js";

const FACTS = new Set(["number", "unknown", "name"]);

/** The elements of a text in segments. */
export function text(segments) {
  return segments.map(({ text: words, change, fact }) => {
    if (change === "gone") return el("del", {}, words);
    // White space at the end of a word is not marked.
    const end = words.length - words.trimEnd().length;
    const body = words.slice(0, words.length - end);
    const marked = FACTS.has(fact) ? el("b", { class: `fact ${fact}` }, body) : body;
    return [change === "new" && /[\p{L}\p{N}]/u.test(body) ? el("ins", {}, marked) : marked, words.slice(words.length - end)];
  });
}
