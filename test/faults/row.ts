/**
 * The row of a fault, from what really happened: the journal's events, exit codes, questions, money. Only what is the same each
 * time: times are those that were decided, not those that passed.
 */
import type { Told } from "./scene.ts";

export interface Row {
  readonly fault: string;
  readonly seen: string;
  readonly decided: string;
  readonly outcome: string;
}

export interface Happened {
  readonly name: string;
  readonly events: readonly Told[];
  readonly exits: readonly (number | null)[];
  /** What a `reeve run` that was refused said. */
  readonly err: string;
}

export function rowOf({ name, events, exits, err }: Happened): Row {
  const refused = exits.at(-1) === 8 || exits.at(-1) === 6 ? [`refused: ${sentenceOf(err)}`] : [];
  return {
    fault: name,
    seen: listed([...events.flatMap(seenIn), ...refused]),
    decided: listed(events.flatMap(decidedBy)),
    outcome: [exitText(exits), ...figures(events)].join(" · "),
  };
}

/** How many questions a person got. */
export function askedIn(events: readonly Told[]): number {
  return events.filter(({ type }) => type === "question_asked").length;
}

function seenIn(event: Told): string[] {
  switch (event.type) {
    case "attempt_ended":
      if (event.outcome.type === "failed")
        return [`attempt_ended: ${event.outcome.failure.class}, ${event.outcome.failure.restart}`];
      return event.outcome.type === "lost" ? ["attempt_ended: lost"] : [];
    case "task_verified":
      return event.verification.gates
        .filter(({ verdict }) => verdict === "failed")
        .map(({ gate }) => `task_verified: ${gate} failed`);
    case "task_integrated":
      return event.integration.type === "merged" ? [] : [`task_integrated: ${event.integration.type}`];
    case "job_postponed":
      return [`job_postponed: ${event.failure.class}`];
    case "endpoint_held":
      return [`endpoint_held: ${event.endpoint.replace(/:\/\/.*/, "://…")}`];
    case "account_held":
    case "clock_jumped":
    case "run_checked":
      return event.type === "run_checked" && event.gates.every(({ verdict }) => verdict !== "failed")
        ? []
        : [event.type];
    case "violation_seen":
      // Which look sees a change of the checkout first is chance.
      return event.violation.rule === "outside_write" ? [] : [`violation_seen: ${event.violation.rule}`];
    case "health_judged":
      // Whether somebody is quiet for a minute is of the machine.
      return event.grade === "quiet" || event.grade === "healthy" ? [] : [`health_judged: ${event.grade}`];
    case "run_opened":
      return event.adopted.length > 0 ? ["run_opened: agents adopted"] : [];
    default:
      return [];
  }
}

function decidedBy(event: Told): string[] {
  if (event.type === "question_asked") return [`asks (${event.question.because.rule})`];
  if (event.type === "job_postponed") return [`waits ${seconds(event)} s`];
  // A monitor that slept with the machine restarts by itself; that is no decision about the work.
  if (event.type === "restart_scheduled" && event.of?.task === undefined) return [];
  if (event.type === "restart_scheduled") return [`restarts after ${Math.round(event.delayMs / 1_000)} s`];
  if (event.type === "endpoint_held" && event.probes === 0)
    return [`holds all, looks again after ${Math.round((event.probeAt - event.at) / 1_000)} s`];
  if (event.type === "endpoint_reached") return [`continues (${event.by})`];
  if (DECISIONS.has(event.type) && "because" in event && event.because)
    return [`${event.type} (${event.because.rule})`];
  return DECISIONS.has(event.type) ? [event.type] : [];
}

const DECISIONS: ReadonlySet<Told["type"]> = new Set([
  ...([
    "task_requeued",
    "task_given_up",
    "attempt_stopping",
    "attempt_nudged",
    "run_stopping",
    "task_sent_back",
  ] as const),
  ...(["account_held", "supervisor_gave_up", "question_answered"] as const),
]);

function seconds({ due = 0, at }: Told): number {
  return Math.round((due - at) / 1_000);
}

function exitText(exits: readonly (number | null)[]): string {
  return `exit ${exits.map((code) => code ?? "by SIGKILL").join(", then ")}`;
}

function figures(events: readonly Told[]): string[] {
  const count = (type: Told["type"]) => events.filter((event) => event.type === type).length;
  const usd = events.reduce((sum, event) => sum + (event.type === "attempt_ended" ? (event.usage.usd ?? 0) : 0), 0);
  const amounts: [number, string][] = [
    [count("task_done"), "done"],
    [count("attempt_started"), "attempts"],
    [askedIn(events), "asked"],
  ];
  return [...amounts.map(([n, what]) => `${n} ${what}`), ...(usd > 0 ? [`$${usd.toFixed(2)}`] : [])];
}

function listed(all: readonly string[]): string {
  return [...new Set(all)].join("; ") || "–";
}

function sentenceOf(err: string): string {
  const line = err.split("\n").findLast((each) => each.startsWith("reeve: ")) ?? "";
  const plain = line
    .replace("reeve: ", "")
    .replaceAll(/\/\S*\/([^/\s]+)/g, "…/$1")
    .replaceAll(/\b[0-9a-f]{7,40}\b/g, "…")
    .replaceAll(/…\/reeve-e2e-\w+/g, "…");
  return (/^.*?[.!?](?= |$)/.exec(plain)?.[0] ?? plain).replaceAll(/\b\d+\b/g, "N").replaceAll("|", "\\|");
}
