/**
 * What a finished task leads to: its state, and the tasks it asks for. A blocker gets an exploration that it then waits for,
 * an escalation a redesign; work items become tasks. An exploration that is itself blocked, and a task blocked for the
 * fourth time, are for a person. Each new task names where it comes from, so none is made twice.
 */
import { setFields } from "../../documents/front-matter.ts";
import { nameOf, numberOf } from "../files/paths.ts";
import type { WorkItem } from "../files/work-items.ts";
import type { BoardAnswer } from "../loop/answer.ts";
import { type NewTask, newTaskText, slugOf } from "./new-task.ts";
import type { Desk } from "./reconcile.ts";

export interface FollowUps {
  /** Names of new task files, in order. */
  readonly tasks: readonly string[];
  /** Why a person must look first. */
  readonly halt: string | null;
}

const INQUIRIES_MAX = 3;
/** Agents' work items do not grow a board without end. */
const BOARD_TASKS_MAX = 200;

type Done = NonNullable<Desk["done"]>;

export function followUps(desk: Desk, done: Done, files: Map<string, string>, log: string[]): FollowUps {
  const read = desk.files.get(done.name);
  if (read === undefined) return { tasks: [], halt: `${desk.pathOf(done.name)} cannot be read any more.` };
  if (done.answer.status !== "ok") return inquiry(desk, done, files, log);
  files.set(done.name, setFields(read.text, { state: "done" }));
  log.push(`${desk.pathOf(done.name)} is done.`);
  return fromItems(desk, done, files, log);
}

function inquiry(desk: Desk, { name, answer }: Done, files: Map<string, string>, log: string[]): FollowUps {
  const { task, text } = desk.files.get(name) ?? unknown(name);
  const path = desk.pathOf(name);
  const kind = answer.status === "escalate" ? "redesign" : "exploration";
  if (/^(redesign|explor)/i.test(task.type))
    return {
      tasks: [],
      halt: `${path} was to find out more and ${SAID[answer.status]} itself: ${oneLine(answer.message)}`,
    };
  const onBoard = new Set(desk.board.tasks.map(nameOf));
  const before = [...desk.files].filter(([each, { text: made }]) => onBoard.has(each) && isInquiry(made, name, kind));
  if (before.length >= INQUIRIES_MAX) {
    const again = `${path} ${SAID[answer.status]} again after ${before.length} inquiries`;
    return { tasks: [], halt: `${again}: ${oneLine(answer.message)}` };
  }
  const wish: NewTask = {
    title: kind === "redesign" ? `Redesign for ${task.title}` : `Find out what blocks ${task.title}`,
    role: "Architect",
    type: kind,
    priority: "critical",
    dependencies: [],
    context: `${path} ended with the status ${answer.status}. Its agent said:\n\n> ${oneLine(answer.message)}\n\nIts work log says more.`,
    files: [],
    origin: `${name}#${kind}-${before.length + 1}`,
  };
  const added = add(desk, files, [wish]);
  if (added.halt !== null) return added;
  const [inquirer = ""] = added.tasks;
  files.set(
    name,
    setFields(text, { state: "todo", dependencies: [...new Set([...task.dependencies, desk.pathOf(inquirer)])] }),
  );
  log.push(`${path} ${SAID[answer.status]}: it waits for ${desk.pathOf(inquirer)} (${kind}).`);
  return added;
}

const SAID: Readonly<Record<BoardAnswer["status"], string>> = {
  ok: "is done",
  blocked: "is blocked",
  error: "ended in an error",
  escalate: "asks for another design",
};

function isInquiry(text: string, about: string, kind: string): boolean {
  return originOf(text)?.startsWith(`${about}#${kind}`) ?? false;
}

function fromItems(desk: Desk, { name }: Done, files: Map<string, string>, log: string[]): FollowUps {
  const { task } = desk.files.get(name) ?? unknown(name);
  const wishes: { readonly wish: NewTask; readonly item: number; readonly isReview: boolean }[] = [];
  task.workItems.forEach((item, at) => {
    if (item.isCore && isComplete(item))
      wishes.push({ wish: reviewOf(desk, name, item, at), item: at, isReview: true });
    wishes.push({ wish: taskOf(desk, name, item, at), item: at, isReview: false });
  });
  const added = add(
    desk,
    files,
    wishes.map(({ wish }) => wish),
    (path, at) => {
      const entry = wishes[at];
      if (entry === undefined || entry.isReview) return [];
      const needs = [...(task.workItems[entry.item]?.dependencies ?? [])].filter((each) => each !== entry.item);
      const isMeant = (other: (typeof wishes)[number]) =>
        other.isReview ? other.item === entry.item : needs.includes(other.item);
      return wishes.flatMap((other, index) => (isMeant(other) ? [path(index)] : []));
    },
  );
  if (added.halt === null && added.tasks.length > 0)
    log.push(`Its work items became ${added.tasks.map(desk.pathOf).join(", ")}.`);
  return added;
}

function isComplete({ description, files }: WorkItem): boolean {
  return description !== "" && files.length > 0;
}

function taskOf(desk: Desk, from: string, item: WorkItem, at: number): NewTask {
  const whole = isComplete(item);
  const named = item.description === "" ? `work item ${at + 1} of ${desk.pathOf(from)}` : item.description;
  return {
    title: whole ? item.description : `Explore: ${named}`,
    role: whole ? "Implementor" : "Architect",
    type: whole ? "implement" : "exploration",
    priority: item.priority,
    dependencies: [],
    context: [`From ${desk.pathOf(from)}.`, ...(item.notes === "" ? [] : ["", item.notes])].join("\n"),
    files: item.files,
    origin: `${from}#item-${at}`,
  };
}

function reviewOf(desk: Desk, from: string, item: WorkItem, at: number): NewTask {
  return {
    ...taskOf(desk, from, item, at),
    title: `Design review: ${item.description}`,
    role: "Architect",
    type: "review",
    origin: `${from}#review-${at}`,
  };
}

/** Makes what is not there yet. `waitsFor` names, for each, the others it depends on. */
function add(
  desk: Desk,
  files: Map<string, string>,
  wishes: readonly NewTask[],
  waitsFor: (path: (at: number) => string, at: number) => readonly string[] = () => [],
): FollowUps {
  const known = new Map([...files].flatMap(([name, text]) => [[originOf(text) ?? `file:${name}`, name] as const]));
  if (desk.board.tasks.length + wishes.length > BOARD_TASKS_MAX)
    return {
      tasks: [],
      halt: `${wishes.length} more tasks are asked for, and the board would have more than ${BOARD_TASKS_MAX}.`,
    };
  let number = Math.max(-1, ...[...files.keys(), nameOf(desk.board.file)].map((name) => numberOf(name) ?? -1));
  const names = wishes.map(({ origin, title }) => {
    const made = known.get(origin);
    if (made !== undefined) return made;
    number += 1;
    return `${number}-${slugOf(title)}.md`;
  });
  wishes.forEach((wish, at) => {
    const name = names[at] ?? "";
    if (files.has(name)) return;
    const dependencies = waitsFor((index) => desk.pathOf(names[index] ?? ""), at);
    files.set(name, newTaskText({ ...wish, dependencies }, desk.board.file, desk.time));
  });
  const onBoard = new Set(desk.board.tasks.map(nameOf));
  return { tasks: names.filter((name) => !onBoard.has(name)), halt: null };
}

/** The header's own word, read without the rest. */
function originOf(text: string): string | null {
  return /^origin: ['"]?([^'"\r\n]+)['"]?[ \t]*\r?$/m.exec(text.slice(0, 4_000))?.[1] ?? null;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 500);
}

function unknown(name: string): never {
  throw new Error(`no such task file: ${name}`);
}
