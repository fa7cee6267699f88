/** Gives the order that an act stands for, with what a person said, and says what became of it. An agent gives none. */
import { randomUUID } from "node:crypto";
import { answerAll } from "../../../app/orders/answer-all.ts";
import { giveOrder } from "../../../app/orders/give-order.ts";
import { resumeRun } from "../../../app/orders/resume-run.ts";
import { refuseAgents } from "../../../app/person/refuse-agents.ts";
import type { Project } from "../../../app/project/project.ts";
import type { Refusal } from "../../../app/refusal.ts";
import type { CutReason } from "../../../domain/work/cut.ts";
import type { PersonInput } from "../../../engine/input.ts";
import type { Act, ActOrder } from "../../model/act.ts";
import { orderText } from "../../order-given-words.ts";
import { refusalText } from "../../refusals/refusal-words.ts";
import { countOf } from "../../words.ts";

export interface ActWish {
  readonly run: string;
  readonly act: Act;
  readonly said: string;
  readonly reason?: CutReason | undefined;
  readonly now: number;
}

export interface ActDone {
  readonly ok: boolean;
  readonly text: string;
}

export async function orderAct(project: Project, wish: ActWish): Promise<ActDone> {
  const { run, act, said, now } = wish;
  const { order } = act;
  if (order === null || order.type === "land" || order.type === "open")
    return { ok: false, text: `In a terminal: ${act.command}` };
  const agents = await refuseAgents(project, { command: act.command, now });
  if (agents !== null) return refusedBy(agents.refusal);
  if (order.type === "answer" && order.like) {
    const all = await answerAll(project, { run, text: said, like: order.question, dryRun: false, now });
    return all.ok
      ? { ok: true, text: `Answered ${countOf(all.value.questions.length, "question")}.` }
      : refusedBy(all.refusal);
  }
  if (order.type === "resume") {
    const resumed = await resumeRun(project, { run, now });
    return resumed.ok ? { ok: true, text: orderText(resumed.value.given) } : refusedBy(resumed.refusal);
  }
  const input = inputOf(order, said.trim(), wish.reason);
  if (typeof input === "string") return { ok: false, text: input };
  const given = await giveOrder(project, { run, order: input, now });
  return given.ok ? { ok: true, text: orderText(given.value) } : refusedBy(given.refusal);
}

function refusedBy(refusal: Refusal): ActDone {
  return { ok: false, text: refusalText(refusal) };
}

/** A text: why it cannot be ordered. */
function inputOf(
  order: Exclude<ActOrder, { type: "land" | "open" }>,
  said: string,
  reason: CutReason | undefined,
): PersonInput | string {
  switch (order.type) {
    case "answer":
      return { type: "answer", question: order.question, text: said };
    case "retry":
      return { type: "retry", task: order.task, because: said };
    case "skip":
      return { type: "skip", task: order.task, because: said, dependants: "end" };
    case "tell":
      return { type: "tell", task: order.task, message: randomUUID().slice(0, 8), text: said };
    case "cut":
      return { type: "cut", target: order.target, reason: reason ?? order.reason ?? null, said };
    case "grant": {
      const usd = Number(said.replace(/^\$/, ""));
      if (!Number.isFinite(usd) || usd <= 0) return "How many US dollars? A number above 0.";
      return { type: "grant", grant: randomUUID().slice(0, 8), to: order.to, more: { usd } };
    }
    case "approve":
    case "reject":
      return decision(order.type, order.replan, said);
    case "brake":
      return { type: "brake", reason: said };
    case "ack":
      return order;
    default:
      return { type: order.type };
  }
}

function decision(type: "approve" | "reject", replan: string, said: string): PersonInput {
  return type === "approve" ? { type, replan } : { type, replan, because: said };
}
