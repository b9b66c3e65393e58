// Prints the facts of a body as a reviewer reads them: a line a fact, by line of the source, 0 being the chunk's first.

import type { Body, Value } from "../../loaders/model.ts";

export function printBody(body: Body, indent = ""): string[] {
  const under = (conditions: readonly string[]) => (conditions.length === 0 ? "" : ` | ${conditions.join(" | ")}`);
  const lines: [number, string][] = [];
  const add = (line: number, text: string) => lines.push([line, `${indent}${line} ${text}`]);
  body.calls.forEach((call, index) => {
    const words = [
      ...call.args.map((each) => printValue(each)),
      ...call.keywords.map((each) => `${each.name}=${printValue(each.value)}`),
    ];
    const more = [
      call.use === "unpacked" ? `unpacked ${call.arity}` : call.use,
      call.asserted ? "asserted" : "",
      call.caught === null ? "" : `caught by ${call.caught}`,
    ].filter((each) => each !== "");
    add(
      call.line,
      `call ${index} ${call.receiver === null ? "" : `${call.receiver} . `}${call.callee}(${words.join(", ")}) ${more.join(", ")}${under(call.conditions)}`,
    );
  });
  for (const each of body.bindings)
    add(
      each.line,
      `${each.how} ${each.targets.join(", ")}${each.annotation === null ? "" : `: ${each.annotation}`} = ${printValue(each.value)}${under(each.conditions)}`,
    );
  for (const each of body.accesses) {
    const object = each.object ?? (each.of ? printValue(each.of) : "?");
    add(
      each.line,
      `${each.stores ? "store" : "take"} ${each.kind} ${each.key} of ${object}${each.required ? "" : `, default ${each.default}`}`,
    );
  }
  for (const each of body.returns)
    add(each.line, `${each.implicit ? "falls off" : `return ${printValue(each.value)}`}${under(each.conditions)}`);
  for (const each of body.raises) add(each.line, `raise ${each.exception ?? "a value"}${under(each.conditions)}`);
  for (const each of body.comparisons)
    add(each.line, `compare ${each.subject} ${each.operator} ${each.literals.join(", ")}`);
  for (const each of body.asserts) add(each.line, `assert ${each.object}`);
  for (const each of body.imports) add(0, `import ${each.name ?? "*"} of ${each.module} as ${each.local}`);
  const head = [
    body.parameters.length > 0
      ? `${indent}takes ${body.parameters.map((each) => `${each.rest ? "*" : ""}${each.name}${each.annotation === null ? "" : `: ${each.annotation}`}${each.default === null ? "" : ` = ${each.default}`}`).join(", ")}`
      : "",
    body.returnAnnotation === null ? "" : `${indent}promises ${body.returnAnnotation}`,
    body.decorators.length > 0 ? `${indent}decorated ${body.decorators.join(", ")}` : "",
    body.flavour === "plain" ? "" : `${indent}${body.flavour}`,
  ].filter((each) => each !== "");
  const nested = body.nested.flatMap((each) => [
    `${indent}inside ${each.name}, ${each.line} to ${each.endLine}`,
    ...printBody(each.body, `${indent}  `),
  ]);
  return [
    ...head,
    ...lines
      .map((each, at) => ({ each, at }))
      .toSorted((a, b) => a.each[0] - b.each[0] || a.at - b.at)
      .map(({ each }) => each[1]),
    ...nested,
  ];
}

function printValue(value: Value): string {
  switch (value.kind) {
    case "call":
      return `call ${value.call}`;
    case "keys":
      return `{${value.keys.join(", ")}${value.open ? ", …" : ""}}`;
    case "items":
      return `(${value.items.map(printValue).join(", ")})`;
    case "either":
      return `either ${value.items.map(printValue).join(" or ")}`;
    case "arithmetic":
      return `${value.items.map(printValue).join(` ${value.operator} `)}`;
    case "string":
      return JSON.stringify(value.value);
    case "other":
    case "function":
      return `<${value.text}>`;
    default:
      return value.text;
  }
}
