/**
 * What other processes may say to the Reeve that works on a run: orders, and that one was refused. What agents did, what
 * gates found and what was merged, it sees for itself. Whether the order can be carried out is the engine's.
 */
import type { InputOf, PersonInput } from "../../engine/input.ts";

export function isOrder(input: unknown): input is PersonInput {
  return Object.hasOwn(ORDERS, typeOf(input));
}

export function isRefusedOrder(input: unknown): input is InputOf<"agent_ordered"> {
  return typeOf(input) === "agent_ordered";
}

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
