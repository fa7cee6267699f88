/** On every checkpoint: errors per role, tasks that nobody works at, and tasks that were started twice. All from the log. */
import { asText } from "../../../basics/loose.ts";
import type { Message } from "../session/messages.ts";
import type { Session } from "../session/session.ts";
import { taskOf } from "../session/states.ts";
import { type CheckSpec, type Finding, type Looked, looked } from "./check.ts";
import { noMessages } from "./lacking.ts";

export const HEALTH: readonly CheckSpec[] = [
  { id: "errors-per-role", title: "No role has three errors", group: "health", look: lookAtErrors },
  { id: "tasks-active", title: "Every task in progress is active", group: "health", look: lookAtActivity },
  { id: "no-duplicate-spawns", title: "No task was started twice", group: "health", look: lookAtSpawns },
];

const ERRORS_MAX = 3;

function lookAtErrors(session: Session): Looked {
  const none = noMessages(session);
  if (none) return none;
  const file = session.layout.log ?? "";
  const errors = session.messages.filter(({ type }) => type === "error");
  const byRole = Map.groupBy(errors, ({ from }) => from);
  const many = [...byRole].filter(([, all]) => all.length >= ERRORS_MAX);
  const findings = many.map(
    ([role, all]): Finding => ({
      level: "fail",
      what: `${role} has ${all.length} errors; the last one: ${all.at(-1)?.summary ?? ""}`,
      evidence: all.slice(-ERRORS_MAX).map(({ line, id }) => ({ file, line, id })),
      subject: `errors ${role}`,
      about: all.map(({ id, line }) => id || String(line)).join(" "),
    }),
  );
  return looked(`${errors.length} errors in ${session.messages.length} messages`, [
    ...findings,
    ...badLines(session, file),
  ]);
}

function badLines({ badLines: lines }: Session, file: string): readonly Finding[] {
  const [first] = lines;
  if (first === undefined) return [];
  const what = `${lines.length} ${lines.length === 1 ? "line of the log is no message and was" : "lines of the log are no messages and were"} skipped.`;
  return [
    { level: "note", what, evidence: [{ file, line: first }], subject: "bad lines", about: String(lines.length) },
  ];
}

const STARTED =
  /^(?:task_start(?:ed)?|task_claimed|in_progress|started|spawn(?:ed)?|worker_spawned|fast_advance|wake(?:_request)?)$/u;
const ENDED =
  /^(?:task_(?:complete[d]?|done|failed|reset|cancelled)|completed?|done|(?:draft|plan|impl|research|test|review|quality)_(?:ready|complete|done|result)|reset|supervision_report)$/u;
const DEAD = /^(?:worker_(?:dead|died|lost|exit(?:ed)?|crash(?:ed)?)|shutdown)$/u;

type Phase = "started" | "ended" | null;

function phaseOf({ type, data }: Message): Phase {
  const status = asText(data["status"]) ?? "";
  if (/^(?:completed?|done|failed|cancelled|skipped)$/u.test(status) || ENDED.test(type)) return "ended";
  return status === "in_progress" || STARTED.test(type) ? "started" : null;
}

const MINUTE_MS = 60_000;

function lookAtActivity(session: Session): Looked {
  const none = noMessages(session);
  if (none) return none;
  const file = session.layout.log ?? "";
  const open = new Map<string, Message>();
  const last = new Map<string, Message>();
  for (const message of session.messages) {
    const task = taskOf(message);
    if (task === "") continue;
    last.set(task, message);
    const phase = phaseOf(message);
    if (phase === "started") open.set(task, message);
    else if (phase === "ended") open.delete(task);
  }
  const silent = [...open].flatMap(([task, begun]): Finding[] => {
    const heard = latest(
      last.get(task),
      session.messages.findLast(({ from }) => from === begun.from),
    );
    const at = heard?.at ?? null;
    if (at === null || heard === undefined || session.now - at <= session.windowMinutes * MINUTE_MS) return [];
    const minutes = Math.floor((session.now - at) / MINUTE_MS);
    const what = `${task} is in progress, but nothing was heard of it for ${minutes} minutes (more than ${session.windowMinutes}).`;
    return [
      {
        level: "fail",
        what,
        evidence: [{ file, line: heard.line, id: task }],
        subject: `silent ${task}`,
        about: `${task} ${heard.line}`,
      },
    ];
  });
  return looked(`${open.size} tasks in progress`, [...silent, ...deadWorkers(session, file)]);
}

function latest(a: Message | undefined, b: Message | undefined): Message | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return (a.at ?? 0) >= (b.at ?? 0) ? a : b;
}

/** Who had ended and still speaks. */
function deadWorkers({ messages }: Session, file: string): readonly Finding[] {
  const dead = new Map<string, number>();
  const findings: Finding[] = [];
  for (const message of messages) {
    const worker = asText(message.data["worker"]) ?? asText(message.data["agent"]) ?? message.from;
    if (DEAD.test(message.type)) dead.set(worker, message.line);
    else if (/^(?:spawn(?:ed)?|worker_spawned|ready)$/u.test(message.type)) dead.delete(worker);
    else if (dead.has(worker)) {
      const what = `${worker} had ended (line ${dead.get(worker)}) and still wrote: ${message.summary}`;
      findings.push({
        level: "warn",
        what,
        evidence: [{ file, line: message.line, id: message.id }],
        subject: `dead ${worker} ${message.line}`,
        about: message.summary,
      });
    }
  }
  return findings;
}

function lookAtSpawns(session: Session): Looked {
  const none = noMessages(session);
  if (none) return none;
  const file = session.layout.log ?? "";
  const running = new Map<string, Message>();
  const findings: Finding[] = [];
  let spawns = 0;
  for (const message of session.messages) {
    const task = taskOf(message);
    if (task === "") continue;
    if (/^(?:spawn(?:ed)?|worker_spawned|fast_advance)$/u.test(message.type)) {
      spawns += 1;
      const before = running.get(task);
      if (before) findings.push(twice(task, before, message, file));
      running.set(task, message);
    } else if (phaseOf(message) === "ended" || message.type === "error") running.delete(task);
  }
  return looked(`${spawns} spawns`, findings);
}

function twice(task: string, before: Message, again: Message, file: string): Finding {
  return {
    level: "fail",
    what: `${task} was started by ${before.from} and again by ${again.from}, though it had not ended.`,
    evidence: [
      { file, line: again.line, id: task },
      { file, line: before.line, id: task },
    ],
    subject: `spawned twice ${task} ${again.line}`,
    about: `${task} ${again.line}`,
  };
}
