/**
 * What other processes may say to the Reeve that works on a run: orders, that one was refused, and what a person did with what
 * the run left. What agents did, what
 * gates found and what was merged, it sees for itself. Whether the order can be carried out is the engine's. Of an order that nobody
 * vouches for, what it says of itself is written down, which may be anything, cleaned and cut.
 */
import { displaySafe } from "../../domain/words/display-safe.ts";
import { type Giver, giverText } from "../../domain/work/giver.ts";
import type { InputOf, PersonInput } from "../../engine/input.ts";
import type { PostedMail } from "../../journal/runs.ts";

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

const LENGTH_MAX = 80;

export function refusedOrder(mail: PostedMail): InputOf<"agent_ordered"> {
  const by = giverIn(mail, ", laid into the mailbox; no process of a person vouches for it");
  return { type: "agent_ordered", attempts: [], by };
}

export function unprovenOrder(mail: PostedMail): InputOf<"violation_found"> {
  const what = [giverText(giverIn(mail, ""))];
  return { type: "violation_found", attempts: [], rule: "order_unproven", what, times: 1 };
}

function giverIn({ input }: PostedMail, more: string): Giver {
  const said: { readonly type?: unknown; readonly by?: Partial<Record<keyof Giver, unknown>> | null } =
    JSON.parse(input) ?? {};
  const { user, host, pid } = said.by ?? {};
  const command = `reeve ${wordOf(said.type)}${more}`;
  return { user: wordOf(user), host: wordOf(host), tty: null, pid: Number.isInteger(pid) ? Number(pid) : 0, command };
}

function wordOf(value: unknown): string {
  return typeof value === "string" && value !== "" ? displaySafe(value).slice(0, LENGTH_MAX) : "unknown";
}
