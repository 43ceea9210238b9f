// What no linter checks: fields stand at the head of their class, what is exported is imported, lines are short.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../../web/static/", import.meta.url));
const MODULES = readdirSync(ROOT, { recursive: true })
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, text: readFileSync(ROOT + name, "utf8") }))
  .map((module) => ({
    ...module,
    source: ts.createSourceFile(module.name, module.text, ts.ScriptTarget.Latest, true),
  }));
const LONGEST = 120;
const MOST_LINES = 400;

function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** The classes of the page by name, with the fields and accessors that each declares. */
const CLASSES = new Map();
for (const { name, source } of MODULES)
  walk(source, (node) => {
    if (!ts.isClassDeclaration(node)) return;
    const declared = new Set(node.members.map((member) => member.name?.getText()));
    const base = node.heritageClauses?.[0].types[0].expression.getText();
    CLASSES.set(node.name.text, { name, node, declared, base });
  });

const isDeclared = (type, field) =>
  Boolean(type) && (type.declared.has(field) || isDeclared(CLASSES.get(type.base), field));

test("no field springs up in a method", () => {
  const sprung = [];
  for (const type of CLASSES.values())
    walk(type.node, (node) => {
      if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
      const { left } = node;
      if (!ts.isPropertyAccessExpression(left) || left.expression.kind !== ts.SyntaxKind.ThisKeyword) return;
      const field = left.name.getText();
      // What every element has of the browser.
      if (!isDeclared(type, field) && !["className", "hidden", "title"].includes(field))
        sprung.push(`${type.name}: ${field}`);
    });
  assert.ok(CLASSES.size > 30);
  assert.deepEqual(sprung, []);
});

test("what a module exports another imports", () => {
  const tests = readdirSync(new URL(".", import.meta.url)).map((name) => ({
    name: `test ${name}`,
    text: readFileSync(new URL(name, import.meta.url), "utf8"),
  }));
  const exported = MODULES.flatMap(({ name, source }) =>
    source.statements
      .filter((statement) => statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      .flatMap((statement) => statement.declarationList?.declarations ?? [statement])
      .map((declared) => ({ name, word: declared.name.getText() })),
  );
  const idle = exported.filter(
    ({ name, word }) => ![...MODULES, ...tests].some((other) => other.name !== name && other.text.includes(word)),
  );
  assert.ok(exported.length > 100);
  assert.deepEqual(idle, []);
});

test("no line is longer than 120 characters", () => {
  const long = MODULES.flatMap(({ name, text }) =>
    text.split("\n").flatMap((line, i) => (line.length > LONGEST ? [`${name}:${i + 1} has ${line.length}`] : [])),
  );
  assert.deepEqual(long, []);
});

test("no module is longer than a person reads at once", () => {
  const long = MODULES.map(({ name, text }) => [name, text.split("\n").length - 1]).filter(([, n]) => n > MOST_LINES);
  assert.deepEqual(long, []);
});
