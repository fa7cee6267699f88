/** The loop as rules for a journal: how its events fold, what they lead to, what is still owed after a crash. Decides nothing. */
import { createHash } from "node:crypto";
import type { Delivery, DeliveryKey } from "../../../domain/notice.ts";
import { emptyOutbox, foldOutbox, sends, sendsAfter } from "../../../engine/notice/outbox.ts";
import type { Rules } from "../../../journal/rules.ts";
import { again, decideLoop } from "./loop.ts";
import { noticeOfEnd } from "./loop-notices.ts";
import type { Loop, LoopAnswer, LoopEffect, LoopEvent, LoopInput } from "./loop-types.ts";
import { BUILT_IN_BRIEFS } from "./prompt.ts";

export const loopRules: Rules<Loop, LoopInput, LoopEvent, LoopEffect, LoopAnswer> = {
  stateVersion: 2,
  initial: () => ({
    board: "",
    briefs: BUILT_IN_BRIEFS,
    retriesMax: 3,
    isManagerBuiltIn: true,
    step: { type: "new" },
    interrupted: null,
    tasks: [],
    begun: new Map(),
    attempts: 0,
    isStopping: false,
    receivers: [],
    notices: emptyOutbox(),
  }),
  step(loop, { input, at }) {
    const events: LoopEvent[] = [];
    for (const event of decideLoop(loop, input, at, digest)) {
      evolve(loop, event);
      events.push(event);
    }
    // A call that a stop had ended is made again, with the same bytes and at no cost.
    if (events.some(({ type }) => type === "loop_resumed") && loop.interrupted !== null) {
      const repeated = again(loop, loop.interrupted, loop.interrupted.retries);
      evolve(loop, repeated);
      events.push(repeated);
    }
    for (const event of [...events]) {
      const notice = event.type === "loop_ended" ? noticeOfEnd(loop, event.end, at) : null;
      if (notice === null) continue;
      evolve(loop, { type: "notice_raised", notice });
      events.push({ type: "notice_raised", notice });
    }
    return { events, answer: events[0]?.type === "notice_claimed" ? "go" : null };
  },
  answer: () => null,
  evolve,
  react,
  freeze: (loop) => ({
    ...loop,
    begun: [...loop.begun],
    notices: { ...loop.notices, waiting: [...loop.notices.waiting] },
  }),
  thaw(json) {
    const frozen = json as Omit<Loop, "begun" | "notices"> & {
      readonly begun: [string, number][];
      readonly notices: { readonly waiting: [DeliveryKey, Delivery][]; readonly made: number };
    };
    const notices = { ...frozen.notices, waiting: new Map(frozen.notices.waiting) };
    return { ...frozen, begun: new Map(frozen.begun), notices };
  },
};

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function evolve(loop: Loop, event: LoopEvent): void {
  switch (event.type) {
    case "loop_begun":
      loop.board = event.board;
      loop.briefs = event.briefs;
      loop.retriesMax = event.retriesMax;
      loop.isManagerBuiltIn = event.isManagerBuiltIn;
      loop.receivers = event.receivers ?? [];
      loop.step = { type: "reading" };
      return;
    case "loop_resumed":
      loop.isStopping = false;
      loop.receivers = event.receivers ?? loop.receivers;
      loop.step = { type: "reading" };
      return;
    case "board_listed":
      loop.tasks = event.tasks;
      return;
    case "agent_called": {
      const { call } = event;
      if (call.role !== "Manager" && call.retries === 0)
        loop.begun.set(call.task, (loop.begun.get(call.task) ?? 0) + 1);
      loop.attempts += 1;
      loop.interrupted = null;
      loop.step = { type: "working", call };
      return;
    }
    case "agent_answered":
      loop.step = { type: "reading" };
      return;
    case "board_touched":
      loop.step = { type: "restoring", call: event.call, judged: event.judged };
      return;
    case "board_put_back":
      return;
    case "call_retried":
      loop.step = { type: "logging", call: event.call, retry: event.retry };
      return;
    case "loop_stopping":
      loop.isStopping = true;
      return;
    case "loop_ended":
      if (event.end.type === "stopped" && loop.step.type === "working") loop.interrupted = loop.step.call;
      loop.step = { type: "ended", end: event.end };
      return;
    case "notice_raised":
    case "notice_claimed":
    case "notice_delivered":
    case "notice_failed":
      foldOutbox(loop.notices, event);
      return;
    default:
      event satisfies never;
  }
}

function react(event: LoopEvent, loop: Loop): readonly LoopEffect[] {
  switch (event.type) {
    case "loop_stopping":
      return loop.step.type === "working" ? [{ type: "stop_agent", attempt: loop.step.call.attempt }] : [];
    case "notice_raised":
    case "notice_failed":
      return sendsAfter(loop.notices, event);
    case "loop_begun":
    case "loop_resumed":
    case "agent_called":
    case "agent_answered":
    case "board_touched":
    case "call_retried":
      return ledTo(loop, event);
    default:
      return [];
  }
}

/** Only the last of a record's events that moves the loop leads to something. */
function ledTo(loop: Loop, event: LoopEvent): readonly LoopEffect[] {
  const isLast =
    (event.type === "agent_called" && loop.step.type === "working" && loop.step.call.attempt === event.call.attempt) ||
    (event.type === "board_touched" && loop.step.type === "restoring") ||
    (event.type === "call_retried" && loop.step.type === "logging") ||
    (event.type !== "agent_called" && loop.step.type === "reading");
  return isLast ? owedOf(loop) : [];
}

/** What is owed to the world after a crash: what the loop waits for, and messages that nobody has got. */
export function owedBy(loop: Loop): readonly LoopEffect[] {
  return [...owedOf(loop), ...sends(loop.notices)];
}

/** What the loop waits for, from where it stands; doing it twice is harmless. */
function owedOf({ step }: Loop): readonly LoopEffect[] {
  switch (step.type) {
    case "reading":
      return [{ type: "read_board" }];
    case "working":
      return [{ type: "call_agent", call: step.call }];
    case "restoring":
      return [{ type: "put_board_back", call: step.call }];
    case "logging":
      return [{ type: "log_retry", call: step.call, retry: step.retry }];
    default:
      return [];
  }
}
