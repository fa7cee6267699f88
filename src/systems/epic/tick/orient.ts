/**
 * Which phase a tick enters, from the body alone: the brake, then what waits longest for an answer. It asks nobody and reads
 * nothing; either it names the one who is to be asked, or what is to be written, or that there is nothing to do.
 */
import type { EpicBody, Item } from "../body/epic-body.ts";
import { isAtRest } from "../body/statuses.ts";
import { isGroup } from "../dispatch/deliverables.ts";
import type { Worker } from "../dispatch/workers.ts";
import { brakeReason } from "./brake.ts";
import { checkpoint, type Moment } from "./checkpoint.ts";
import { finalSummary } from "./final-summary.ts";
import { openRound } from "./proposal.ts";
import { acceptanceOf, dispatching } from "./queue.ts";
import type { Orientation, Waits } from "./tick-types.ts";

export function orient(body: EpicBody, workers: readonly Worker[], moment: Moment): Orientation {
  const { status, phase } = body;
  if (status !== "ready" && status !== "queued" && status !== "in_progress")
    return nothing(RESTS[status], OVER.has(status) ? "over" : "person");
  if (phase === "halt" && status === "queued") return reset(body, moment);
  if (phase === "halt" && status === "in_progress" && wasHalted(body))
    return nothing("it was halted; set its status to queued (`reeve epic reset`) when what halted it is mended.");
  const reason = brakeReason(body, moment.now);
  if (reason !== null) return { type: "act", decision: halted(body, moment, reason) };
  const items = body.items.filter(({ fields }) => !isGroup(fields.kind));
  return (
    signalled(body, items) ??
    decomposing(body, items, moment) ??
    (status === "ready" ? nothing("its items wait for a person: `reeve epic approve` queues them.") : null) ??
    dispatching(body, items, workers, moment) ??
    ending(body, items, moment)
  );
}

const RESTS = {
  inbox: "it is in the inbox; set its status to ready to have it planned.",
  review:
    "it waits for its person: look at Pending Decisions and the last row of Pattern Memory, then `reeve epic approve` or `reeve epic reset`.",
  blocked: "it is blocked until its person sets it to queued (`reeve epic reset`).",
  paused: "it is paused; set its status to queued to continue.",
  someday: "it is for some day.",
  cancelled: "it is cancelled.",
  done: "it is done.",
  ready_for_user_review: "all of it is ready for your review.",
} as const;

const OVER: ReadonlySet<string> = new Set(["done", "cancelled", "ready_for_user_review"]);

function reset(body: EpicBody, moment: Moment): Orientation {
  return {
    type: "act",
    decision: checkpoint(body, moment, {
      phase: "orient",
      decision: "reset by a person",
      class: "brake_reset",
      sentence: "A person queued the epic again; the counts of the brake start over.",
      changes: { status: body.items.length === 0 ? "ready" : "in_progress" },
    }),
  };
}

function wasHalted({ patterns }: EpicBody): boolean {
  return patterns.at(-1)?.class === "brake_fired" || patterns.at(-1)?.class === "dispatch_halt";
}

function halted(body: EpicBody, moment: Moment, reason: string) {
  return checkpoint(body, moment, {
    ended: "halted",
    phase: "halt",
    decision: `brake: ${reason}`,
    class: "brake_fired",
    notes: reason,
    sentence: `The epic halts: ${reason}.`,
    next: "its person mends the cause and runs `reeve epic reset`.",
    changes: {
      status: "review",
      entries: [
        {
          section: "Pending Decisions",
          heading: `Brake: ${reason}`,
          text: `- What has to be mended before work continues? Rows of Pattern Memory say what failed.`,
        },
      ],
    },
  });
}

/** A worker has exited, or a verdict waits for a reaction. */
function signalled(body: EpicBody, items: readonly Item[]): Orientation | null {
  const working = items.filter(({ status }) => status === "in_progress");
  const failed = working.find(({ fields, surface }) => fields.react !== undefined || hasFailed(fields.exit, surface));
  if (failed) {
    const signal =
      failed.fields.react ?? `exit ${failed.fields.exit}${failed.surface === "" ? " without a review surface" : ""}`;
    const context = `${failed.id}: ${signal}`;
    return {
      type: "ask",
      phase: "react",
      item: failed.id,
      ask: { role: "pauli", brief: { epic: body.id, role: "react", context } },
    };
  }
  const exited = working.find(({ fields, surface }) => fields.exit !== undefined && surface !== "");
  if (exited === undefined) return null;
  const acceptance = acceptanceOf(body, exited);
  return {
    type: "ask",
    phase: "verify",
    item: exited.id,
    ask: { role: "marsha", brief: { item: exited.id, pr: exited.surface || "none", acceptance } },
  };
}

function hasFailed(exit: string | undefined, surface: string): boolean {
  return exit !== undefined && (!/^0\b/.test(exit) || surface === "");
}

function decomposing(body: EpicBody, items: readonly Item[], moment: Moment): Orientation | null {
  if (items.length > 0) return null;
  const round = openRound(body);
  if (round.type === "review")
    return {
      type: "ask",
      phase: "decompose",
      item: null,
      ask: { role: "reviewer", brief: { epic: body.id, role: "review" } },
    };
  if (round.type === "stuck") return { type: "act", decision: round.decide(body, moment) };
  return {
    type: "ask",
    phase: "decompose",
    item: null,
    ask: { role: "pauli", brief: { epic: body.id, role: "decompose" } },
  };
}

function ending(body: EpicBody, items: readonly Item[], moment: Moment): Orientation {
  const isOver = items.length > 0 && items.every(({ status }) => isAtRest(status) || status === "inbox");
  if (isOver) return { type: "act", decision: finalSummary(body, items, moment) };
  const open = items.filter(({ status }) => status === "in_progress");
  const working = open.filter(({ fields }) => fields.dispatch !== undefined).map(({ id }) => id);
  const unread = items.filter(({ status }) => status === null).map(({ id }) => id);
  if (unread.length > 0) return nothing(`the status of ${named(unread)} is none that Reeve knows; correct it.`);
  if (working.length > 0)
    return nothing(`${named(working)} ${working.length === 1 ? "is" : "are"} being worked on.`, "workers");
  if (open.length > 0)
    return nothing(
      `${named(open.map(({ id }) => id))} ${open.length === 1 ? "is" : "are"} in progress, but no tick has dispatched it: queue it to have it worked, or say that it is done.`,
    );
  return nothing("no item is queued whose dependencies are delivered; queue one, or correct its deps.");
}

function nothing(sentence: string, waits: Waits = "person"): Orientation {
  return { type: "nothing", sentence: `Nothing to do: ${sentence}`, waits };
}

const NAMED_MAX = 5;

function named(ids: readonly string[]): string {
  const more = ids.length - NAMED_MAX;
  return more > 0 ? `${ids.slice(0, NAMED_MAX).join(", ")} and ${more} more` : ids.join(", ");
}
