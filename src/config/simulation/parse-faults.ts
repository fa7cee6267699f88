/**
 * `faults.yaml` → Faults, complete with every default, or all mistakes at once. Text in, data out. The ids of the plan's
 * tasks are given, because a fault may name some of them; null where the plan itself is wrong.
 */

import { asList, asMapping, asText } from "../../basics/loose.ts";
import { present } from "../../basics/present.ts";
import { BugError } from "../../domain/bug.ts";
import type { Fault, Faults, SharedCause, Spread, Takes } from "../../domain/spec/faults.ts";
import type { TaskId } from "../../domain/spec/plan.ts";
import { checkShape } from "../mistakes/check-shape.ts";
import { type Checked, quote } from "../mistakes/mistake.ts";
import { openSource, type Path, type Report } from "../yaml/open-source.ts";
import { type FaultsFile, faultsSchema, type SpreadFile } from "./faults-schema.ts";

const LENGTH_MAX = 262_144;
const EMPTY_HINT = "name what can go wrong: faults: [{ class: import_error, probability: 0.2 }]";

export function parseFaults(source: string, file: string, tasks: readonly TaskId[] | null): Checked<Faults> {
  const opened = openSource(source, file, { lengthMax: LENGTH_MAX, emptyHint: EMPTY_HINT });
  if (!opened.ok) return { ok: false, mistakes: opened.mistakes, warnings: [] };
  const { value, report } = opened;
  const shape = checkShape(faultsSchema, value, report);
  asList(asMapping(value)["faults"]).forEach((fault, index) => {
    checkFault(asMapping(fault), ["faults", index], tasks, report);
  });
  return report.finish(() => toFaults(shape ?? faultsSchema.parse(value)));
}

type Loose = Readonly<Record<string, unknown>>;

function checkFault(fault: Loose, path: Path, tasks: readonly TaskId[] | null, report: Report): void {
  const how = asText(fault["how"]) ?? "fails";
  const classed = how === "fails" || how === "gate";
  if (classed && fault["class"] === undefined)
    report.mistake(path, "a fault has no class", "say what kind of failure it is, like class: import_error");
  for (const key of classed ? [] : ["class", "restart", "subject", "text"])
    if (fault[key] !== undefined)
      report.mistake([...path, key], `${key} means nothing where how is ${how}`, "leave it out", "key");
  if (fault["retry_after_minutes"] !== undefined && fault["class"] !== "rate_limit")
    report.mistake([...path, "retry_after_minutes"], "only a rate_limit resets", "leave it out", "key");
  if (how === "merge" && fault["shared"] !== undefined && fault["shared"] !== false)
    report.mistake([...path, "shared"], "merge conflicts have no shared cause", "leave it out", "key");
  checkTasks(fault, path, tasks, report);
}

function checkTasks(fault: Loose, path: Path, tasks: readonly TaskId[] | null, report: Report): void {
  if (tasks === null) return;
  const named: (readonly [Path, string | undefined])[] = [
    ...asList(fault["tasks"]).map((id, index) => [[...path, "tasks", index], asText(id)] as const),
    [[...path, "shared", "made_by"], asText(asMapping(fault["shared"])["made_by"])],
  ];
  for (const [where, id] of named) {
    if (id === undefined || tasks.includes(id)) continue;
    const meant = report.suggest(id, tasks);
    const hint = meant ? `did you mean ${quote(meant)}?` : "name a task of the plan";
    report.mistake(where, `the plan has no task ${quote(id)}`, hint);
  }
}

const DEFAULT_TAKES: Takes = { minutes: exactly(10), usd: exactly(0.5), tokens: exactly(100_000) };

function toFaults(file: FaultsFile): Faults {
  return {
    attempt: { ...DEFAULT_TAKES, ...toTakes(file.attempt) },
    verifyMinutes: toSpread(file.verify_minutes),
    mergeMinutes: toSpread(file.merge_minutes),
    raisedUsdFactor: file.raised_usd_factor,
    answersAfterMinutes: file.person === "never" ? null : file.person.answers_after_minutes,
    horizonHours: file.horizon_hours,
    faults: file.faults.map(toFault),
  };
}

const CLASSES = { merge: "merge_conflict", blocked: "refusal_or_blocked", lost: "crash" } as const;

function toFault(file: FaultsFile["faults"][number]): Fault {
  const { how, probability, tasks = null } = file;
  return {
    how,
    class: how === "fails" || how === "gate" ? (file.class ?? "unknown") : CLASSES[how],
    ...present({ restart: file.restart, subject: file.subject, text: file.text }),
    probability,
    ...present({
      afterFailure: file.after_failure,
      whenRaised: file.when_raised,
      retryAfterMinutes: file.retry_after_minutes,
    }),
    tasks,
    takes: toTakes(file),
    shared: toShared(file.shared),
  };
}

function toShared(file: FaultsFile["faults"][number]["shared"]): SharedCause | null {
  if (file === false) return null;
  const { mended_alone = 0.25, mended_by_fix = 0.9, made_by, lasts_minutes } = file === true ? {} : file;
  return {
    mendedAlone: mended_alone,
    mendedByFix: mended_by_fix,
    madeBy: made_by ?? null,
    lastsMinutes: lasts_minutes ?? null,
  };
}

type TakesFile = { readonly [K in keyof Takes]?: SpreadFile | undefined };

function toTakes({ minutes, usd, tokens }: TakesFile): Partial<Takes> {
  const of = (written: SpreadFile | undefined) => (written === undefined ? undefined : toSpread(written));
  return present({ minutes: of(minutes), usd: of(usd), tokens: of(tokens) });
}

function toSpread(written: SpreadFile): Spread {
  if (typeof written === "number") return exactly(written);
  const { min, max, median, p90 } = written;
  if (min !== undefined && max !== undefined) return { kind: "between", min, max };
  if (median !== undefined && p90 !== undefined) return { kind: "tail", median, p90 };
  throw new BugError("a spread passed the checks without its two numbers");
}

function exactly(value: number): Spread {
  return { kind: "exact", value };
}
