/**
 * Reads `checkpoints.yaml`: all mistakes at once, each with its place. A check that would judge quality is a mistake like any
 * other. Pure.
 */
import { asMapping } from "../../../basics/loose.ts";
import type { Checked } from "../../../config/mistakes/mistake.ts";
import { openSource, type Path, type Report } from "../../../config/yaml/open-source.ts";
import { judgingWord } from "./judging.ts";
import {
  type CheckpointConfig,
  NO_CONFIG,
  OWN_KINDS,
  type OwnCheck,
  type OwnCheckKind,
  type OwnCheckpoint,
} from "./own-checks.ts";

const LENGTH_MAX = 200_000;
const TOP = ["supervision", "window_minutes", "checkpoints"];
const TIMEOUT_SECONDS = 300;

export function parseCheckpoints(text: string, file: string, builtIn: readonly string[]): Checked<CheckpointConfig> {
  const opened = openSource(text, file, {
    lengthMax: LENGTH_MAX,
    emptyHint: "write `checkpoints:` with a checkpoint below it",
  });
  if (!opened.ok) return { ok: false, mistakes: opened.mistakes, warnings: [] };
  const { value, report } = opened;
  const top = asMapping(value);
  unknownKeys(report, [], top, TOP);
  const { supervision = true, window_minutes: minutes = NO_CONFIG.windowMinutes } = top;
  if (typeof supervision !== "boolean")
    report.mistake(
      ["supervision"],
      "supervision is neither true nor false",
      "write `supervision: false` to leave checkpoints out",
    );
  if (typeof minutes !== "number" || minutes <= 0)
    report.mistake(
      ["window_minutes"],
      "window_minutes is no number above 0",
      "write how many minutes a task may be silent: `window_minutes: 30`",
    );
  const all = Object.entries(asMapping(top["checkpoints"])).map(([id, each]) => checkpointOf(report, id, each));
  return report.finish(() => ({
    supervision: supervision === true,
    windowMinutes: Number(minutes),
    checkpoints: all.filter(({ id }) => !builtIn.includes(id)),
    added: all.filter(({ id }) => builtIn.includes(id)),
  }));
}

function checkpointOf(report: Report, id: string, value: unknown): OwnCheckpoint {
  const path: Path = ["checkpoints", id];
  if (!/^CHECKPOINT-[A-Za-z0-9-]{1,40}$/.test(id))
    report.mistake(path, `${id} is no name of a checkpoint`, "call it like CHECKPOINT-101", "key");
  const fields = asMapping(value);
  unknownKeys(report, path, fields, ["title", "checks"]);
  const checks = Array.isArray(fields["checks"]) ? (fields["checks"] as readonly unknown[]) : [];
  if (checks.length === 0) report.mistake(path, `${id} has no checks`, "list them under `checks:`", "key");
  const title = typeof fields["title"] === "string" ? fields["title"] : id;
  const read = checks.flatMap((each, at) => checkOf(report, [...path, "checks", at], asMapping(each)) ?? []);
  const ids = read.map((check) => check.id);
  ids.forEach((each, at) => {
    if (ids.indexOf(each) !== at)
      report.mistake([...path, "checks", at], `${each} is there twice`, "give each check an id of its own");
  });
  return { id, title, checks: read };
}

function checkOf(report: Report, path: Path, fields: Readonly<Record<string, unknown>>): OwnCheck | null {
  const { kind } = fields;
  const known = OWN_KINDS.find((each) => each === kind);
  if (known === undefined) {
    report.mistake([...path, "kind"], "kind is none of a check", `write one of ${OWN_KINDS.join(", ")}`);
    return null;
  }
  unknownKeys(report, path, fields, ["id", "title", "kind", "level", ...KEYS[known]]);
  refuseJudging(report, path, fields);
  const title = typeof fields["title"] === "string" ? fields["title"] : "";
  const id = typeof fields["id"] === "string" ? fields["id"] : title;
  if (id === "") report.mistake(path, "the check has neither id nor title", "write `id: adrs-cited`");
  const level = fields["level"] ?? "fail";
  if (level !== "fail" && level !== "warn")
    report.mistake([...path, "level"], "level is neither fail nor warn", "leave it out, or write `level: warn`");
  return {
    id,
    title: title === "" ? id : title,
    level: level === "warn" ? "warn" : "fail",
    ...kindOf(report, path, known, fields),
  };
}

const KEYS: Readonly<Record<OwnCheckKind["kind"], readonly string[]>> = {
  trace: ["from", "to", "ids"],
  term: ["terms", "documents"],
  exists: ["paths"],
  schema: ["file", "schema"],
  command: ["run", "timeout_seconds"],
  agent: ["agent", "question", "documents"],
};

function kindOf(
  report: Report,
  path: Path,
  kind: OwnCheckKind["kind"],
  fields: Readonly<Record<string, unknown>>,
): OwnCheckKind {
  const text = (key: string): string => textAt(report, path, fields, key);
  const texts = (key: string, isNeeded = true): readonly string[] => textsAt(report, path, fields, key, isNeeded);
  switch (kind) {
    case "trace":
      return { kind, from: text("from"), to: texts("to"), ids: texts("ids", false) };
    case "term":
      return { kind, terms: termsAt(report, path, fields["terms"]), documents: texts("documents", false) };
    case "exists":
      return { kind, paths: texts("paths") };
    case "schema":
      return { kind, file: text("file"), schema: text("schema") };
    case "command":
      return {
        kind,
        run: texts("run"),
        timeoutSeconds: typeof fields["timeout_seconds"] === "number" ? fields["timeout_seconds"] : TIMEOUT_SECONDS,
      };
    case "agent":
      return { kind, agent: text("agent"), question: text("question"), documents: texts("documents") };
  }
}

function textAt(report: Report, path: Path, fields: Readonly<Record<string, unknown>>, key: string): string {
  const value = fields[key];
  if (typeof value === "string" && value.trim() !== "") return value;
  report.mistake(key in fields ? [...path, key] : path, `${key} is missing`, `write \`${key}: …\``);
  return "";
}

function textsAt(
  report: Report,
  path: Path,
  fields: Readonly<Record<string, unknown>>,
  key: string,
  isNeeded: boolean,
): readonly string[] {
  const value = fields[key];
  const all = typeof value === "string" ? [value] : value;
  if (Array.isArray(all) && all.length > 0 && all.every((each) => typeof each === "string"))
    return all as readonly string[];
  if (value !== undefined || isNeeded)
    report.mistake(key in fields ? [...path, key] : path, `${key} is no list of texts`, `write \`${key}: [ … ]\``);
  return [];
}

function termsAt(report: Report, path: Path, value: unknown): Readonly<Record<string, readonly string[]>> {
  const pairs = Object.entries(asMapping(value)).map(
    ([word, others]) => [word, textsAt(report, [...path, "terms"], { [word]: others }, word, true)] as const,
  );
  if (pairs.length === 0)
    report.mistake(
      path,
      "terms is missing",
      "write the chosen word and those it replaces: `terms: { guest: [customer, client] }`",
    );
  return Object.fromEntries(pairs);
}

function refuseJudging(report: Report, path: Path, fields: Readonly<Record<string, unknown>>): void {
  for (const key of ["title", "question"]) {
    const word = typeof fields[key] === "string" ? judgingWord(fields[key]) : null;
    if (word !== null)
      report.mistake(
        [...path, key],
        `the check judges quality ("${word}")`,
        "a checkpoint only compares: ask which places do not agree, and leave the rest to a reviewer",
      );
  }
}

function unknownKeys(
  report: Report,
  path: Path,
  fields: Readonly<Record<string, unknown>>,
  known: readonly string[],
): void {
  for (const key of Object.keys(fields)) {
    if (known.includes(key)) continue;
    const near = report.suggest(key, known);
    report.mistake(
      [...path, key],
      `${key} is not known here`,
      near === undefined ? `known are ${known.join(", ")}` : `did you mean ${near}?`,
      "key",
    );
  }
}
