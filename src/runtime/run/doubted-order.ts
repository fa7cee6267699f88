/** What is written down of an order that nobody vouches for: what it says of itself, which may be anything, cleaned and cut. */
import { displaySafe } from "../../domain/words/display-safe.ts";
import { type Giver, giverText } from "../../domain/work/giver.ts";
import type { InputOf } from "../../engine/input.ts";
import type { PostedMail } from "../../journal/runs.ts";

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
