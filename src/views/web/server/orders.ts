/** Orders as a program sends them, and what becomes of each: the same use cases the commands have, the same words. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { land } from "../../../app/deliver/land.ts";
import type { Surfaces } from "../../../app/deliver/read-review.ts";
import { answerAll } from "../../../app/orders/answer-all.ts";
import { giveOrder } from "../../../app/orders/give-order.ts";
import { resumeRun } from "../../../app/orders/resume-run.ts";
import { type OrderSaid, refuseAgents } from "../../../app/person/refuse-agents.ts";
import type { Project } from "../../../app/project/project.ts";
import { granted, type Reply } from "../../../app/reply.ts";
import type { Fleets } from "../../../app/run/fleets.ts";
import { present } from "../../../basics/present.ts";
import { CUT_REASONS } from "../../../domain/work/cut.ts";
import type { PersonInput } from "../../../engine/input.ts";
import { MASKED_TEXT, orderText } from "../../order-given-words.ts";
import { landedLines } from "../../review/landed-words.ts";

const name = z.string().min(1).max(200);
const said = z.string().max(20_000);

export const orderSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("answer"), question: name, text: said, like: z.boolean().optional() }),
  z.object({ type: z.literal("ack"), question: name }),
  z.object({ type: z.literal("tell"), task: name, text: said }),
  z.object({ type: z.literal("retry"), task: name, because: said, discard: z.boolean().optional() }),
  z.object({
    type: z.literal("skip"),
    task: name,
    because: said.default(""),
    dependants: z.enum(["end", "go_on"]).default("end"),
  }),
  z.object({ type: z.literal("cut"), target: name, reason: z.enum(CUT_REASONS), text: said.default("") }),
  z.object({
    type: z.literal("grant"),
    to: name,
    usd: z.number().positive().optional(),
    tokens: z.number().int().positive().optional(),
    minutes: z.number().positive().optional(),
  }),
  z.object({ type: z.literal("approve"), replan: name }),
  z.object({ type: z.literal("reject"), replan: name, because: said.default("") }),
  z.object({ type: z.literal("brake"), because: said.default("") }),
  z.object({ type: z.enum(["pause", "resume", "release", "stop"]) }),
  z.object({
    type: z.literal("land"),
    into: name.optional().describe("The branch; the one the run began from if not given."),
    partial: z.boolean().default(false).describe("Even if some tasks were not done."),
  }),
]);
export type Order = z.input<typeof orderSchema>;
export type ReadOrder = z.output<typeof orderSchema>;

export interface OrderDone {
  /** What became of it, in one sentence. */
  readonly text: string;
}

/** Who gives the order, and where to. */
export interface OrderPlace {
  readonly world: Surfaces & Fleets;
  readonly project: Project;
  readonly run: string;
  readonly now: number;
  /** The connection it came by. */
  readonly from: OrderSaid["from"];
}

export async function performOrder(place: OrderPlace, order: ReadOrder): Promise<Reply<OrderDone>> {
  const { project, run, now, from } = place;
  const inside = await refuseAgents(project, { command: `reeve ${order.type}`, now, from });
  if (inside) return inside;
  if (order.type === "resume") {
    const resumed = await resumeRun(project, { run, now });
    return resumed.ok ? granted({ text: orderText(resumed.value.given) }) : resumed;
  }
  if (order.type === "land") return landRun(place, order);
  if (order.type === "answer" && order.like === true) {
    const wish = { run, text: order.text, like: order.question, dryRun: false, now };
    const all = await answerAll(project, wish);
    return all.ok ? granted({ text: `${all.value.given.length} answered: ${order.text}` }) : all;
  }
  const given = await giveOrder(project, { run, now, order: orderInput(order) });
  if (!given.ok) return given;
  const { masked } = given.value;
  return granted({ text: `${orderText(given.value)}${masked === true ? ` ${MASKED_TEXT}` : ""}` });
}

async function landRun(
  { world, project, run, now }: OrderPlace,
  { into, partial }: Extract<ReadOrder, { type: "land" }>,
) {
  const landed = await land(world, project, { run, into, how: "any", partial, now });
  return landed.ok ? granted({ text: landedLines(landed.value).join(" ") }) : landed;
}

export function orderInput(order: Exclude<ReadOrder, { type: "resume" | "land" }>): PersonInput {
  switch (order.type) {
    case "answer":
      return { type: "answer", question: order.question, text: order.text };
    case "tell":
      return { ...order, message: randomUUID().slice(0, 8) };
    case "retry":
      return {
        type: "retry",
        task: order.task,
        because: order.because,
        ...(order.discard === true && { changeset: "discard" as const }),
      };
    case "cut":
      return { type: "cut", target: order.target, reason: order.reason, said: order.text };
    case "grant": {
      const { to, usd, tokens, minutes } = order;
      return { type: "grant", grant: randomUUID().slice(0, 8), to, more: present({ usd, tokens, minutes }) };
    }
    case "brake":
      return { type: "brake", reason: order.because };
    case "ack":
    case "skip":
    case "approve":
    case "reject":
      return order;
    default:
      return { type: order.type as "pause" | "release" | "stop" };
  }
}
