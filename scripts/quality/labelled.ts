/**
 * The labelled outputs that the classifier is taught by and measured on: those written by hand and those that real
 * toolchains printed. Each belongs to a source; a source is held out whole, never in parts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { FailureClass, RestartKind } from "../../src/domain/proof/failure.ts";
import { DEFAULT_RESTARTS } from "../../src/engine/classify/rule.ts";
import { readSentences } from "./sentences.ts";

export interface Labelled {
  readonly id: string;
  /** The tool that printed it: all that it printed is held out together. */
  readonly source: string;
  readonly tool: string | undefined;
  readonly exit: number | undefined;
  readonly signal: string | undefined;
  readonly class: FailureClass;
  readonly restart: RestartKind;
  /** Undefined where nobody said. */
  readonly subject: string | null | undefined;
  readonly group: string | null;
  readonly text: string;
  /** How much it counts in teaching: the names of one recipe are one lesson. */
  readonly weight: number;
}

interface Written {
  readonly id?: string;
  readonly tool?: string;
  readonly exit?: number;
  readonly exit_code?: number | null;
  readonly signal?: string;
  readonly class: FailureClass;
  readonly restart?: RestartKind;
  readonly subject?: string | null;
  readonly group?: string | null;
  readonly text: string;
}

const root = fileURLToPath(new URL("../../", import.meta.url));

/** All that is learned from. */
export function taughtOutputs(): readonly Labelled[] {
  return [
    ...writtenCases(),
    ...madeOutputs(),
    ...keptApartOutputs(),
    ...roundOutputs(),
    ...sentenceOutputs(),
    ...outputsIn("retold"),
    ...outputsIn("written"),
  ];
}

function writtenCases(): readonly Labelled[] {
  const folder = `${root}test/classify/cases/`;
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      (parse(readFileSync(`${folder}${file}`, "utf8")) as readonly Written[]).map((each, at) =>
        labelled({ ...each, id: `${file}#${at}` }, 1),
      ),
    );
}

export function madeOutputs(): readonly Labelled[] {
  const rows = readLabelled(`${root}test/corpus/made.jsonl`);
  const count = new Map<string, number>();
  for (const row of rows) count.set(lessonOf(row), (count.get(lessonOf(row)) ?? 0) + 1);
  return rows.map((row) => ({ ...row, weight: 1 / (count.get(lessonOf(row)) ?? 1) }));
}

/** What fresh tools printed, kept apart when it was made. It has measured its once and teaches now. */
export function keptApartOutputs(): readonly Labelled[] {
  return readLabelled(`${root}test/corpus/kept-apart.jsonl`).map((row) => ({ ...row, weight: 0.5 }));
}

/** Seen in public threads, labelled by somebody who did not know the rules, and retold. They only measure: nothing is learned from them. */
export function heldOutOutputs(): readonly Labelled[] {
  return readLabelled(`${root}test/corpus/held-out.jsonl`);
}

/**
 * `retold`: what tools were seen to print in public threads, each told again as it would be printed in a project of our own; `written`: by
 * somebody who knows the tools, before the classifier was asked.
 */
function outputsIn(name: "retold" | "written"): readonly Labelled[] {
  const folder = `${root}test/corpus/${name}/`;
  return readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .toSorted()
    .flatMap((file) => readLabelled(`${folder}${file}`));
}

/** Ids of outputs that look alike and have different causes, as those who labelled them say. */
export function apartSets(): readonly (readonly string[])[] {
  const files = ["held-out-apart.json", "rounds-apart.json", "retold/apart.json", "written/apart.json"];
  return files.flatMap((file) => JSON.parse(readFileSync(`${root}test/corpus/${file}`, "utf8")) as string[][]);
}

/** There are many of them, and they are shorter than what is printed in reality. */
const SENTENCE_WEIGHT = 0.5;

/** What tools are known to say, in a line or two. */
function sentenceOutputs(): readonly Labelled[] {
  return readSentences(`${root}test/corpus/sentences/`).map((each) => ({
    ...labelled(each as Written, SENTENCE_WEIGHT),
    subject: each.subject,
  }));
}

/** Outputs that were written down and labelled before the classifier was first asked about them. */
export function roundOutputs(): readonly Labelled[] {
  const folder = `${root}test/corpus/rounds/`;
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      (parse(readFileSync(`${folder}${file}`, "utf8")) as readonly Written[]).map((each) => labelled(each, 1)),
    );
}

/** JSON Lines of `{id, tool, exit or exit_code, class, restart, subject, text}`, one per output. */
export function readLabelled(file: string): readonly Labelled[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => labelled(JSON.parse(line) as Written, 1));
}

function labelled(written: Written, weight: number): Labelled {
  const { id = "", tool, exit, exit_code: exitCode, signal, class: of, restart, subject, group, text } = written;
  return {
    id,
    source: tool ?? id,
    tool,
    exit: exit ?? exitCode ?? undefined,
    signal,
    class: of,
    restart: restart ?? DEFAULT_RESTARTS[of],
    subject: subject ?? null,
    group: group ?? null,
    text,
    weight,
  };
}

function lessonOf({ id, tool, group }: Labelled): string {
  return group === null ? `${id.split("-").slice(0, 3).join("-")} ${tool}` : `${group.split(":")[0]} ${tool}`;
}
