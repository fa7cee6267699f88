/**
 * What other processes may say to the Reeve that works on a run: orders, that one was refused, and what a person did with what
 * the run left. What agents did, what
 * gates found and what was merged, it sees for itself. Whether the order can be carried out is the engine's.
 */
import type { InputOf, PersonInput } from "../../engine/input.ts";

export function isOrder(input: unknown): input is PersonInput {
  return Object.hasOwn(ORDERS, typeOf(input));
}

export type Told = InputOf<"agent_ordered" | "run_cleaned" | "publishing_begun">;

/** What is only written down: nothing else follows from it. */
export function isTold(input: unknown): input is Told {
  return Object.hasOwn(TOLD, typeOf(input));
}

const TOLD: Readonly<Record<Told["type"], true>> = { agent_ordered: true, run_cleaned: true, publishing_begun: true };

function typeOf(input: unknown): string {
  return typeof input === "object" && input !== null && "type" in input ? String(input.type) : "";
}

const ORDERS: Readonly<Record<PersonInput["type"], true>> = {
  pause: true,
  resume: true,
  stop: true,
  retry: true,
  skip: true,
  take: true,
  answer: true,
  ack: true,
  brake: true,
  release: true,
  tell: true,
  approve: true,
  reject: true,
  grant: true,
  cut: true,
  add: true,
  edit_plan: true,
};
