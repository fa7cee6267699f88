/**
 * Stand-ins for those a tick asks, by rules and without a model, so that a whole epic can be worked with none. They see the body
 * and the registry and nothing else; where rules cannot judge they say so instead of guessing.
 */
import type { EpicBody } from "../body/epic-body.ts";
import { entryOf } from "../dispatch/blast-radius.ts";
import { deliverableOf, isGroup } from "../dispatch/deliverables.ts";
import { ASKS } from "../dispatch/worker-signal.ts";
import { chooseWorker, commandOf, type Worker } from "../dispatch/workers.ts";
import { itemsIn } from "../import/items-in.ts";
import { openRound, proposedItems } from "../tick/proposal.ts";
import { candidates } from "../tick/queue.ts";
import type { Ask } from "../tick/tick-types.ts";
import type { Critique, Decomposition, Marsha, Preflight, React, Reviewed } from "../tick/verdicts.ts";

export function answerByRules(ask: Ask, body: EpicBody, workers: readonly Worker[]): unknown {
  switch (ask.role) {
    case "marsha":
      return pass(ask.brief.pr);
    case "reviewer":
      return review(body);
    case "critic":
      return criticise(body, ask.brief.item);
    case "pauli":
      if (ask.brief.role === "decompose") return decompose(body);
      return ask.brief.role === "preflight" ? preflight(body, workers) : react(body, ask.brief.context ?? "");
    default:
      return ask satisfies never;
  }
}

/** What the worker delivered has passed the gates of its run; rules see no more than that. */
function pass(pr: string): Marsha {
  return pr === "none" ? { verdict: "FAIL", reason: "there is no review surface" } : { verdict: "PASS" };
}

/** What the person listed; rules invent nothing. */
function decompose(body: EpicBody): Decomposition {
  const found = itemsIn(body.persons).filter(({ isDone, isCancelled }) => !isDone && !isCancelled);
  if (found.length === 0)
    return {
      verdict: "HALT",
      reason:
        "the epic lists no subtasks; write 3 to 7 as a list of `- [ ] …`, or name an agent for pauli in reeve.yaml",
    };
  const subtasks = found.map(({ title, accept }) => ({
    title,
    why: `the epic asks for it: ${title}`,
    files: [],
    days: 0.5,
    acceptance: accept.length > 0 ? [...accept] : [`${title}: done and covered by a test`],
  }));
  return { verdict: "PROCEED", subtasks };
}

function review(body: EpicBody): Reviewed {
  const round = openRound(body);
  const proposed = round.type === "review" ? proposedItems(body, round.number) : null;
  if (proposed === null) return { verdict: "BLOCK", reason: "the proposal cannot be read" };
  const count = proposed.items.length - 1;
  if (count >= 3 && count <= 7) return { verdict: "OK" };
  return { verdict: "WARN", reason: `${count} subtasks; 3 to 7 are wanted` };
}

function criticise(body: EpicBody, item: string): Critique {
  const way = /^[-*\s]*Reversibility:\s*([\w-]+)/im.exec(entryOf(body, "Rollback Plan", item))?.[1];
  if (way === "automatic" || way === "manual-remote")
    return { verdict: "SAFE_TO_DISPATCH", reason: `its Rollback Plan says ${way}` };
  return { verdict: "NEEDS_REFINEMENT", reason: "it can do harm, and its Rollback Plan names no way back from afar" };
}

function preflight(body: EpicBody, workers: readonly Worker[]): Preflight {
  const open = candidates(
    body,
    body.items.filter(({ fields }) => !isGroup(fields.kind)),
  );
  for (const item of open) {
    const unknown = deliverableOf(item.fields.kind) === null;
    const choice = chooseWorker(unknown ? { ...item, fields: {} } : item, workers, body.items, body.worker);
    if (choice.type === "busy") continue;
    if (choice.type === "none") return { action: "halt", status: "blocked", reason: `${item.id}: ${choice.reason}` };
    const { name } = choice.worker;
    const command = commandOf(body.id, item.id, name, body.project);
    return { action: "dispatch", task_id: item.id, worker: name, project: body.project, command };
  }
  return { action: "halt", status: "blocked", reason: "no queued item can be dispatched" };
}

const FIXES_MAX = 2;

function react({ items }: EpicBody, context: string): React {
  const item = items.find(({ id }) => context.startsWith(`${id}:`));
  const signal = item ? context.slice(item.id.length + 1).trim() : context;
  const asked = signal.indexOf(ASKS);
  if (item !== undefined && asked !== -1)
    return {
      action: "halt",
      status: "review",
      reason: `a person decides: ${signal.slice(asked + ASKS.length).replace(/ without a review surface$/, "")}`,
    };
  const root = item?.id.replace(/(?:-fix\d+)+$/, "") ?? "";
  const fixes = items.filter(({ id }) => id.startsWith(`${root}-fix`)).length;
  if (item === undefined || fixes >= FIXES_MAX)
    return {
      action: "halt",
      status: "blocked",
      reason: `${root || "an item"} still fails after ${fixes} fixes: ${signal}`,
    };
  return {
    action: "file_fix_task",
    parent: item.id,
    title: `Fix: ${item.title.replace(/^Fix: /, "")}`,
    body: `${item.id} ended with: ${signal}. Find the cause and mend it, with a test that fails without the change.`,
  };
}
