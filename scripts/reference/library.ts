/**
 * Writes docs/library-reference.md: everything the package exports, with its comment and its declaration, from the types that
 * were emitted. What a program calls comes first, then what those calls speak of.
 */
import { fileURLToPath } from "node:url";
import { type Declaration, exportsOf } from "./read-declarations.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const LINES_MAX = 60;

export function libraryReference(): string {
  return [
    "# Library reference",
    "",
    "Written from the code by `npm run reference`; a test keeps it current. How to use it: [Reeve as a library](../library.md).",
    "",
    ...entry("reeve", "index.d.ts"),
    ...entry("reeve/testing", "testing/index.d.ts"),
  ].join("\n");
}

function entry(name: string, file: string): string[] {
  const all = [...exportsOf(`${root}dist/${file}`)].toSorted(([a], [b]) => a.localeCompare(b, "en"));
  const calls = all.filter(([, { kind }]) => kind === "function" || kind === "class" || kind === "const");
  const types = all.filter(([, { kind }]) => kind === "interface" || kind === "type");
  return [
    `## ${name}: what to call`,
    "",
    ...calls.flatMap(([exported, each]) => section(exported, each)),
    ...(types.length === 0
      ? []
      : [`## ${name}: types`, "", ...types.flatMap(([exported, each]) => section(exported, each))]),
  ];
}

function section(name: string, { comment, text }: Declaration): string[] {
  const lines = text
    .replace(/^declare /, "")
    .replaceAll(/^ {4}/gm, "  ")
    .split("\n");
  const shown = lines.length > LINES_MAX ? [...lines.slice(0, LINES_MAX), "// …"] : lines;
  return [`### ${name}`, "", ...(comment === "" ? [] : [comment, ""]), "```ts", ...shown, "```", ""];
}
