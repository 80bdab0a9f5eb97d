// Scores and reasons as a teacher would say them.

const steps = (value, table) => table.find(([least]) => value >= least)[1];

/** How close in meaning. */
export const meaning = (similarity) => similarity === null ? "" : steps(similarity, [
  [0.98, "means the same"],
  [0.96, "very close in meaning"],
  [0.94, "close in meaning"],
  [-1, "further in meaning"],
]);

/** How different in words. */
export const difference = (diversity) => steps(diversity, [
  [0.5, "thoroughly reworded"],
  [0.3, "clearly reworded"],
  [0.15, "somewhat reworded"],
  [-1, "hardly reworded"],
]);

const REASONS = {
  diversity: "Too close to the wording of the original.",
  similarity: "The meaning has drifted.",
  numeracy: "The numbers do not all agree.",
  outranked: "Good, but the ones above are better.",
  "near-duplicate": "Nearly the same as a better one.",
  replace: "It was to use other words, and hardly does.",
  shuffle: "It was to change the order, and hardly does.",
  fix: "It was to be put differently, and hardly is.",
};

/** A reason in a sentence: those about facts are sentences already. */
export const reason = ({ kind, message }) => REASONS[kind] ?? message;

const KINDS = {
  "missing-number": "number lost",
  "added-number": "number added",
  "changed-unit": "unit changed",
  "lost-variable": "unknown lost",
  "changed-formula": "formula changed",
  "added-variable": "unknown added",
  "flipped-relation": "relation turned round",
  "swapped-roles": "roles swapped",
  "changed-question": "another question",
  "merged-entities": "people or things mixed up",
  "lost-statement": "statement lost",
  "added-statement": "statement added",
  incoherent: "garbled",
  copy: "a copy",
  name: "name lost",
  context: "does not fit its answers",
  diversity: "hardly reworded",
  similarity: "drifted in meaning",
  numeracy: "numbers differ",
  outranked: "others were better",
  "near-duplicate": "like a better one",
  replace: "words hardly replaced",
  shuffle: "order hardly changed",
  fix: "hardly rephrased",
};

/** A kind of reason in a few words. */
export const kind = (name) => KINDS[name] ?? name;

const HOW = { passive: "passive", shuffle: "reordered", replace: "other words", fix: "rephrased" };

/** What a prompt asked for. */
export const how = (prompt) =>
  prompt.split(/[\s:]+/).map((word) => HOW[word]).filter(Boolean).join(", ");

/** How strong an agreement is, by Landis and Koch. */
export const agreement = (kappa) => steps(kappa, [
  [0.81, "almost perfect"],
  [0.61, "substantial"],
  [0.41, "moderate"],
  [0.21, "fair"],
  [0, "slight"],
  [-1.01, "less than by chance"],
]);

/** A number as it is read: two digits, a real minus. */
export const digits = (value, places = 2) =>
  value === null || value === undefined ? "–" : value.toFixed(places).replace("-", "−");
