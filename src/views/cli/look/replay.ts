/** `reeve replay`: a run as it was at a record, and with --with where another policy would have decided otherwise. */
import { type ComparedRun, type HaltedAt, type OtherDecision, readPast, replayWith } from "../../../app/look/replay.ts";
import { findProject } from "../../../app/project/project.ts";
import type { Event } from "../../../engine/event.ts";
import { narrate } from "../../narrate.ts";
import { countOf, durationOf } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse, reportMistakes } from "../refuse.ts";
import { dateText } from "../times.ts";
import { renderStatus } from "./render-status.ts";

export interface ReplayOptions extends CommonOptions {
  readonly at?: number;
  readonly with?: string;
  readonly allRuns?: boolean;
}

const SHOWN_MAX = 30;

export async function replayCommand(io: Io, named: string | undefined, options: ReplayOptions): Promise<ExitCode> {
  const { json, at, allRuns = false } = options;
  const run = named ?? options.run;
  if (options.with !== undefined) return compareCommand(io, run, options, options.with);
  if (allRuns) return badInput(io, json, "--all-runs goes with --with: name the policy to compare with.");
  const past = await readPast(findProject(io.cwd), run, at);
  if (!past.ok) return refuse(io, json, past.refusal);
  const { view, seq } = past.value;
  if (json) printJson(io, { seq, at: past.value.at, ...view });
  else
    print(io, [
      `As it was on ${dateText(past.value.at)}, after record ${seq}:`,
      // Who worked on it then is not known, and nothing of a past moment can be resumed.
      ...renderStatus(view, { now: past.value.at, holder: "as it was then", orders: [] }),
    ]);
  return EXIT.ok;
}

async function compareCommand(
  io: Io,
  run: string | undefined,
  { json, at, allRuns = false }: ReplayOptions,
  files: string,
): Promise<ExitCode> {
  if (at !== undefined) return badInput(io, json, "--at shows a moment, --with compares a whole run: choose one.");
  const wish = { run, allRuns, policies: files.split(","), cwd: io.cwd };
  const replayed = await replayWith(findProject(io.cwd), wish);
  if (!replayed.ok) return refuse(io, json, replayed.refusal);
  if (!json) reportMistakes(io, [], replayed.value.warnings);
  for (const { name, runs } of replayed.value.policies)
    for (const compared of runs) {
      if (json) printJson(io, { policy: name, ...compared });
      else print(io, comparedLines(name, compared));
    }
  return EXIT.ok;
}

function comparedLines(policy: string, { run, decisions, others, halted }: ComparedRun): string[] {
  if (others.length === 0) return [`${run}: ${policy} would have decided all ${decisions} decisions the same way.`];
  const shown = others.slice(0, SHOWN_MAX).flatMap(otherLines);
  const more = others.length > SHOWN_MAX ? [`  and ${others.length - SHOWN_MAX} more; --json shows all`] : [];
  return [
    `${run}: ${policy} would have decided ${others.length} of ${decisions} decisions otherwise: ${sumText(others)}.`,
    ...(halted === null ? [] : [haltText(halted)]),
    ...shown,
    ...more,
  ];
}

function haltText({ seq, tokensAfter, usdAfter }: HaltedAt): string {
  const money = usdAfter >= 0.005 ? ` and $${usdAfter.toFixed(2)}` : "";
  return `  It would have halted the run at record ${seq}; ${tokensAfter.toLocaleString("en-US")} tokens${money} were spent after that.`;
}

function sumText(others: readonly OtherDecision[]): string {
  const sum = (of: (other: OtherDecision) => number) => others.reduce((all, other) => all + of(other), 0);
  const usd = others.every((other) => other.usd === null) ? 0 : sum((other) => other.usd ?? 0);
  const waitMs = sum(({ waitMs: each }) => each);
  const tiers = sum(({ tiers: each }) => each);
  const cost =
    Math.abs(usd) < 0.005
      ? ""
      : ` (about $${Math.abs(usd).toFixed(2)} ${usd > 0 ? "more" : "less"}, at what an attempt of this run came to)`;
  return [
    `${byHow(
      sum(({ attempts }) => attempts),
      "attempt",
    )}${cost}`,
    byHow(
      sum(({ questions }) => questions),
      "question",
    ),
    ...(Math.abs(waitMs) < 1_000
      ? []
      : [`${durationOf(Math.abs(waitMs))} ${waitMs > 0 ? "longer" : "less"} until restarts`]),
    ...(tiers === 0 ? [] : [`${byHow(tiers, "attempt")} with a stronger model`]),
  ].join(", ");
}

function byHow(n: number, noun: string): string {
  return n === 0 ? `as many ${noun}s` : `${countOf(Math.abs(n), noun)} ${n > 0 ? "more" : "fewer"}`;
}

/** What both say is left out: only what differs is worth reading. */
function otherLines({ seq, at, was, would, tiers }: OtherDecision): string[] {
  const [before, after] = [said(was), said(would)];
  const isSame = before.join() === after.join();
  const words = (own: readonly string[], other: readonly string[], isStronger: boolean) => {
    const shown = isSame ? own : own.filter((sentence) => !other.includes(sentence));
    const all = shown.length === 0 ? "nothing more" : shown.join("; ");
    return isStronger ? `${all}; with a stronger model` : all;
  };
  return [
    `  ${dateText(at)}  record ${seq}`,
    `    was:   ${words(before, after, tiers < 0)}`,
    `    would: ${words(after, before, tiers > 0)}`,
  ];
}

function said(events: readonly Event[]): readonly string[] {
  return events
    .map((event) => narrate(event, () => "worker"))
    .map(({ task, text }) => (task ? `${task}: ${text}` : text));
}
