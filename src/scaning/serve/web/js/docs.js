// The interface for people, from its OpenAPI description.

import { el } from "./dom.js";

const described = await (await fetch("/v1/openapi.json")).json();

const resolved = (schema) => schema?.$ref ? described.components.schemas[schema.$ref.split("/").at(-1)] : schema;

function example(given, depth = 0) {
  const schema = resolved(given) ?? {};
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return example(schema.anyOf[0], depth);
  if (depth > 4) return null;
  if (schema.type === "object" && schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, example(one, depth + 1)]));
  }
  if (schema.type === "array") return [example(schema.items, depth + 1)];
  return { string: "…", integer: 1, number: 0.5, boolean: true, object: {} }[schema.type] ?? null;
}

const content = (of) => Object.entries(of?.content ?? {})[0] ?? [];

function operation(method, path, one) {
  const [type, media] = content(one.requestBody);
  const good = Object.entries(one.responses).find(([status]) => status.startsWith("2"));
  const [, answer] = content(good?.[1]);
  return el("article", {},
    el("h3", {}, el("span", { class: "method" }, method.toUpperCase()), path),
    (one.description ?? one.summary ?? "").split("\n\n").map((part) => el("p", {}, part)),
    one.parameters?.length ? el("ul", {}, one.parameters.map((each) => el("li", {}, el("code", {}, each.name), ` in the ${each.in}${each.description ? `: ${each.description}` : ""}`))) : null,
    type ? el("details", {}, el("summary", {}, `Ask with ${type}`), el("pre", { tabindex: 0 }, JSON.stringify(example(media.schema), null, 2))) : null,
    answer?.schema ? el("details", {}, el("summary", {}, `Answer ${good[0]}`), el("pre", { tabindex: 0 }, JSON.stringify(example(answer.schema), null, 2))) : null);
}

const groups = Map.groupBy(
  Object.entries(described.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ path, method, one }))),
  ({ one }) => one.tags?.[0] ?? "other");
document.getElementById("operations").replaceChildren(...[...groups].map(([tag, all]) => el("section", {},
  el("h2", {}, tag[0].toUpperCase() + tag.slice(1)),
  all.map(({ path, method, one }) => operation(method, path, one)))));
