/** Messages for a build server, `##teamcity[testFailed name='…' message='…']` → the lines a person would have been shown. */
import { failedTest } from "./failed-test.ts";

const MESSAGE = /^\s*##teamcity\[(\w+)((?:[^\]|]|\|.){0,8000})\]?\s*$/;

export function withoutServiceMessages(output: string): string {
  if (!output.includes("##teamcity[")) return output;
  return output
    .split("\n")
    .flatMap((line) => {
      const found = line.includes("##teamcity[") ? MESSAGE.exec(line) : null;
      return found === null ? [line] : told(found[1] ?? "", found[2] ?? "");
    })
    .join("\n");
}

function told(kind: string, fields: string): readonly string[] {
  const said = ["message", "details"].flatMap((name) => fieldOf(fields, name).split("\n"));
  if (kind === "testFailed") return [failedTest(fieldOf(fields, "name")), ...said];
  if (kind === "buildProblem") return fieldOf(fields, "description").split("\n");
  if (kind === "message") return fieldOf(fields, "text").split("\n");
  return [];
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "", "'": "'", "|": "|", "[": "[", "]": "]" };

function fieldOf(fields: string, name: string): string {
  const found = new RegExp(`\\s${name}='((?:[^'|]|\\|.){0,4000})'`).exec(fields)?.[1] ?? "";
  return found.replace(/\|(.)/g, (_, sign: string) => ESCAPED[sign] ?? "");
}
