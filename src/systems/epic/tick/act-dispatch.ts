/**
 * What follows from Pauli's preflight: one dispatch whose row is written before anybody starts, or a halt. The command Pauli
 * names is compared and never run. A worker, repository or kind other than what was asked for is a substitution: it halts.
 */
import { createHash } from "node:crypto";
import type { EpicBody, Item } from "../body/epic-body.ts";
import { listOf, withFields } from "../body/notes.ts";
import { entryOf, overrideOf, passageOf } from "../dispatch/blast-radius.ts";
import { deliverableOf, isGroup } from "../dispatch/deliverables.ts";
import { commandOf, isFree } from "../dispatch/workers.ts";
import { filed } from "./act-react.ts";
import { checkpoint, stamp } from "./checkpoint.ts";
import { atCapacity, infeasible, preflightLines, stopped } from "./dispatch-halts.ts";
import { malformed } from "./malformed.ts";
import { acceptanceOf, candidates } from "./queue.ts";
import type { Confirmed, Decision, TickPorts } from "./tick-types.ts";
import type { DispatchVerdict, Preflight } from "./verdicts.ts";

export async function preflighted(body: EpicBody, ports: TickPorts, answer: Preflight): Promise<Decision> {
  if (answer.action === "halt") return stopped(body, ports, answer);
  if (answer.action === "file_fix_task") {
    const parent = body.items.find(({ id }) => id === answer.parent);
    return parent
      ? filed(body, ports, parent, answer, "dispatch")
      : malformed(body, ports, "pauli", `there is no item ${answer.parent}`);
  }
  const open = candidates(
    body,
    body.items.filter(({ fields }) => !isGroup(fields.kind)),
  );
  const item = open.find(({ id }) => id === answer.task_id);
  if (item === undefined)
    return malformed(body, ports, "pauli", `${answer.task_id} is no queued item whose dependencies are delivered`);
  const command = commandOf(body.id, item.id, answer.worker, answer.project);
  if (answer.command !== command) return malformed(body, ports, "pauli", `the command is not ${command}`);
  const swapped = substitution(body, item, answer);
  if (swapped !== null) return infeasible(body, ports, item, swapped);
  const passage = passageOf(body, item);
  if (passage.type !== "free")
    return infeasible(body, ports, item, passage.type === "refused" ? passage.reason : "no critic has looked at it");
  const worker = ports.workers.find(({ name }) => name === answer.worker);
  if (worker && !isFree(worker, body.items)) return atCapacity(body, ports, item, worker.name);
  const confirmed = await ports.confirm({
    item: item.id,
    worker: answer.worker,
    project: answer.project,
    files: listOf(item.fields.files),
    next: nextOf(body, item),
  });
  const failed = confirmed.rows.filter(({ ok }) => !ok);
  if (failed.length > 0)
    return infeasible(body, ports, item, failed.map(({ name, found }) => `${name}: ${found}`).join("; "), confirmed);
  return dispatched(body, ports, item, answer, confirmed);
}

/** Named in its row, or whatever depends on it. */
function nextOf({ items }: EpicBody, { id, fields }: Item): { readonly id: string; readonly isKnown: boolean } | null {
  if (fields.next !== undefined) return { id: fields.next, isKnown: items.some((each) => each.id === fields.next) };
  const follower = items.find((each) => listOf(each.fields.deps).includes(id));
  return follower ? { id: follower.id, isKnown: true } : null;
}

/** Null: what Pauli wants to dispatch is what was asked for. */
function substitution({ project, worker }: EpicBody, item: Item, answer: DispatchVerdict): string | null {
  const wanted = item.worker || worker;
  if (wanted !== "" && answer.worker !== wanted)
    return `the worker is to be ${wanted}, and ${answer.worker} was proposed instead`;
  if (answer.project !== project) return `the project is ${project}, and ${answer.project} was proposed instead`;
  if (deliverableOf(item.fields.kind) === null) return `the deliverable is of the unknown kind ${item.fields.kind}`;
  return null;
}

function dispatched(
  body: EpicBody,
  ports: TickPorts,
  item: Item,
  answer: DispatchVerdict,
  confirmed: Confirmed,
): Decision {
  const id = dispatchId(body, item, ports.now);
  const promoted =
    body.status === "queued" && body.phase === "review" ? body.items.filter(({ status }) => status === "ready") : [];
  const notes = withFields(item.notes, { dispatch: id, exit: null, react: null, reason: null });
  return checkpoint(body, ports, {
    phase: "dispatch",
    decision: `dispatch ${item.id} to ${answer.worker}`,
    class: "dispatch_ok",
    notes: "preflight clean",
    sentence: `${item.id} is dispatched to ${answer.worker}.`,
    next: `${item.id} (${item.title}) is worked on by ${answer.worker}${item.fields.next === undefined ? "" : `, then ${item.fields.next}`}.`,
    dispatch: { id, item: item.id, worker: answer.worker, project: answer.project },
    changes: {
      status: "in_progress",
      items: {
        ...Object.fromEntries(promoted.map(({ id: each }) => [each, { status: "queued" as const }])),
        [item.id]: { status: "in_progress", worker: answer.worker, lastActivity: stamp(ports.now), notes, surface: "" },
      },
      entries: [{ section: "Dispatch Brief", heading: item.id, text: briefText(body, item, answer, confirmed) }],
    },
  });
}

/** No two are alike: also not of two epics in the same millisecond, nor of one whose clock was set back. */
function dispatchId({ id, text }: EpicBody, item: Item, now: number): string {
  const digest = createHash("sha256").update(`${id}\0${item.id}\0${text}`).digest("hex");
  return `d${now.toString(36)}${digest.slice(0, 4)}`;
}

function briefText(body: EpicBody, item: Item, { worker, project }: DispatchVerdict, confirmed: Confirmed): string {
  const before = entryOf(body, "Dispatch Brief", item.id);
  const gate = /^CRITIC GATE:.*$/m.exec(before)?.[0];
  const override = overrideOf(body, item);
  const said = before.split("\n").find((line) => line.trim() !== "" && !/^(?:- |\||CRITIC )/.test(line));
  return [
    `- Title: ${item.title}`,
    `- Worker: ${worker}`,
    `- Project: ${project}`,
    `- Kind: ${item.fields.kind ?? "code"}`,
    ...acceptanceOf(body, item).map((line) => `- Accept: ${line}`),
    ...(said === undefined ? [] : ["", said]),
    "",
    ...preflightLines(confirmed),
    ...(gate === undefined ? [] : ["", gate]),
    ...(override === null ? [] : ["", `CRITIC GATE: passed by its person: ${override}`]),
  ].join("\n");
}
