/** What attacks share: a project whose agents are hostile shell scripts, and what is asked of it afterwards. */
import { createHash } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { canonicalJson } from "../../src/basics/canonical-json.ts";
import type { GateResult } from "../../src/domain/proof/gate.ts";
import { type GitProject, gatesOf } from "../e2e/git-kit.ts";
import { eventsOf, ofType } from "../e2e/kit.ts";

/** One try only: what an attack left behind is looked at as it is. */
export const ONCE = "policies: { worker: { restarts: 0 }, attempts_max: 1 }\n";

/** A key of a well-known format, which stands in no file as one. */
export const KEY = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("_");

/** A folder outside the project, as its real path. */
export function aPlace(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "reeve-attack-")));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function violationsOf({ project }: GitProject): readonly string[] {
  return ofType(eventsOf(project), "violation_seen").flatMap(({ violation }) => [...violation.paths]);
}

export function gateOf(it: GitProject, attempt: string, gate: GateResult["gate"]): GateResult | undefined {
  return gatesOf(it, attempt).find((each) => each.gate === gate);
}

/** Null: it is not on the branch that all verified work is merged into. */
export function mergedText({ git }: GitProject, path: string): string | null {
  const there = git("ls-tree", "--name-only", "-r", "refs/heads/reeve/r1/integration").split("\n");
  return there.includes(path) ? git("show", `refs/heads/reeve/r1/integration:${path}`) : null;
}

/** For `printf`: these letters in UTF-16, each with its zero. */
export function inUtf16(text: string): string {
  return [...text].map((letter) => `${letter}\\000`).join("");
}

/** Whoever changes a receipt can seal it again: the hash is no signature. */
export function sealed(value: Readonly<Record<string, unknown>>): string {
  const { hash: _, ...body } = value;
  return canonicalJson({ ...body, hash: `sha256:${createHash("sha256").update(canonicalJson(body)).digest("hex")}` });
}
