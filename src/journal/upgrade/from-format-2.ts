/**
 * Records of format 2 → 3. Until then a fold asked the rules of the day what an event meant, and advisors were tasks whose
 * id began with `@`. What the rules said then is said here once more, and never again: this file changes with no rule.
 */
import type { RawRecord, Upgrade } from "./upgrade.ts";

type Json = Readonly<Record<string, unknown>>;

export const fromFormat2: Upgrade = {
  from: 2,
  record: (record: RawRecord): RawRecord => {
    const events = Array.isArray(record.events)
      ? record.events.map((event) => upgraded(event, record.at))
      : record.events;
    return { ...record, input: upgradedInput(record.input), events };
  },
};

function upgradedInput(input: unknown): unknown {
  if (!isObject(input) || input["type"] !== "timer_due") return input;
  return { ...input, timer: timerOf(`${input["timer"]}`) };
}

function upgraded(event: unknown, at: number): unknown {
  if (!isObject(event)) return event;
  const clause = CLAUSES[`${event["type"]}`];
  return clause === undefined ? event : clause(event, at);
}

/** Whoever is not named here has not changed. */
const CLAUSES: Readonly<Record<string, (event: Json, at: number) => Json>> = {
  task_again: requeued,
  task_reopened: (event) => ({ ...event, counts: countsOf(event) }),
  task_left_tree: (event) => ({ type: "left_tree", ...refOf(event["task"]) }),
  task_done: (event) =>
    isAdvisor(event["task"]) ? { type: "advice_given", advisor: event["task"], about: null, text: null } : event,
  task_skipped: gone,
  task_given_up: gone,
  attempt_started: started,
  attempt_released: (event) => ({ ...event, type: "attempt_admitted" }),
  attempt_ended: ended,
  account_held: ({ kind, account, ...rest }) => ({
    ...rest,
    account: account ?? rest["agent"],
    kind: kind === "guessed" ? "guessed" : "stated",
  }),
  account_released: ({ agent, account, ...rest }) => ({ ...rest, type: "account_freed", account: account ?? agent }),
  coherence_released: (event) => ({ ...event, type: "freeze_lifted" }),
  restart_scheduled: ({ task, ...rest }) => ({ ...rest, of: task === null ? null : refOf(task) }),
  supervisor_gave_up: gaveUp,
  timer_fired: (event) => ({ ...event, timer: timerOf(`${event["timer"]}`) }),
  job_postponed: ({ timer: _timer, ...rest }) => rest,
  task_verified: verified,
  run_checked: (event) => ({ ...event, passed: hasPassed(event["gates"]) }),
  pattern_joined: (event) => ({ because: { rule: "fix_root_cause", facts: {}, evidence: [] }, ...event }),
  advice_asked: asked,
  advice_given: ({ task, ...rest }) => ({ ...rest, about: task }),
  question_asked: (event) => ({ ...event, question: questionOf(event["question"]) }),
};

function requeued({ note, changeset, task, ...event }: Json): Json {
  const counts = countsOf(event);
  if (isAdvisor(task)) return { ...event, counts, type: "advisor_requeued", advisor: task };
  const more = changeset === undefined ? {} : { changeset };
  return { ...event, ...more, task, note, counts, type: "task_requeued" };
}

function countsOf({ counts }: Json): Json {
  return { lost: 0, ...(isObject(counts) ? counts : {}) };
}

/** An advisor that was skipped or given up gave no usable answer. */
function gone(event: Json): Json {
  if (!isAdvisor(event["task"])) return event;
  return { type: "advice_failed", advisor: event["task"], because: event["because"] };
}

function started({ task, held, ...event }: Json): Json {
  return { ...event, ...refOf(task), deferred: held };
}

function ended({ task, tools, ...event }: Json, at: number): Json {
  const outcome = isObject(event["outcome"]) ? event["outcome"] : {};
  const { type, failure } = outcome;
  const note = type === "failed" ? noteOf(task, event["attempt"], failure, at) : null;
  return {
    ...event,
    ...refOf(task),
    status: type === "advised" ? null : type === "done" ? "verifying" : "failed",
    handover: isObject(tools) ? { ...tools, cut: false } : null,
    ...(note && { note }),
    ...(showsNoLimit(type, failure) && { unlimited: true }),
  };
}

function showsNoLimit(type: unknown, failure: unknown): boolean {
  if (type === "stopped" || type === "lost") return false;
  return type !== "failed" || !isObject(failure) || failure["class"] !== "rate_limit";
}

function verified(event: Json, at: number): Json {
  const { verification, failure, task, attempt } = event;
  const passed = hasPassed(isObject(verification) ? verification["gates"] : []);
  const note = isObject(failure) ? noteOf(task, attempt, failure, at) : null;
  return { ...event, passed, ...(note && { note }) };
}

function hasPassed(gates: unknown): boolean {
  return !Array.isArray(gates) || gates.every((gate: Json) => gate["verdict"] !== "failed");
}

const NOTE_LENGTH_MAX = 1_500;

/** Fixes were called `fix-1`, `fix-2` …; neither they nor advisors were looked at for a cause in common. */
function noteOf(task: unknown, attempt: unknown, failure: unknown, at: number): Json | null {
  if (!isObject(failure) || isAdvisor(task) || /^fix-\d+$/.test(`${task}`)) return null;
  const { restart, class: kind, subject, message, evidence } = failure;
  if (restart === "transient") return null;
  const lines = Array.isArray(evidence) ? evidence : [];
  const text = [message, ...lines].join("\n").slice(0, NOTE_LENGTH_MAX);
  return { id: attempt, task, class: kind, ...(subject ? { subject } : {}), text, at };
}

function gaveUp(event: Json): Json {
  const facts = isObject(event["because"]) && isObject(event["because"]["facts"]) ? event["because"]["facts"] : {};
  const failed = facts["failed"];
  return { ...event, last: typeof failed === "string" && !failed.includes("/") ? refOf(failed) : null };
}

function asked({ advisor, advises, ...event }: Json): Json {
  if (!isObject(advisor) || !isObject(advises)) return event;
  const { id, title, prompt, role, files, agent, tier, budget, priority } = advisor;
  const spec = { title, prompt, role, files, agent, ...(tier === undefined ? {} : { tier }), budget, priority };
  const request = { ...advises, about: advises["about"] === id ? null : advises["about"] };
  return { ...event, advisor: id, spec, request };
}

function questionOf(question: unknown): unknown {
  if (!isObject(question)) return question;
  const { about, ...rest } = question;
  if (about === "run") return { ...rest, kind: "halt" };
  if (about === "whole") return { ...rest, kind: "whole" };
  if (rest["asker"] !== undefined) return { ...rest, kind: "agent" };
  if (rest["account"] !== undefined) return { ...rest, kind: "account" };
  if (rest["replan"] !== undefined) return { ...rest, kind: "replan" };
  return { ...rest, kind: rest["agent"] === undefined ? "task" : "login" };
}

const PREFIXES: Readonly<Record<string, (rest: string) => Json>> = {
  account: (account) => ({ of: "account", account }),
  job: (task) => ({ of: "job", task }),
  limit: (attempt) => ({ of: "attempt", attempt }),
  budget: () => ({ of: "run" }),
};

function timerOf(name: string): Json {
  const colon = name.indexOf(":");
  const read = PREFIXES[name.slice(0, colon)];
  return read === undefined ? { of: "tree", name } : read(name.slice(colon + 1));
}

function refOf(id: unknown): Json {
  return isAdvisor(id) ? { advisor: id } : { task: id };
}

function isAdvisor(id: unknown): boolean {
  return typeof id === "string" && id.startsWith("@");
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
