/** Puts messages into the log of a session: all that were handed in, or none. Keys of the environment are masked first. */
import { redact, secretsOf } from "../../effects/masking/redact.ts";
import { checkDraft, type Draft, type Message } from "../../systems/messages/message.ts";
import { MessageWriter } from "../../systems/messages/message-writer.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { findSession, orUnusable, type SessionWish } from "./session.ts";

export interface LogWish extends SessionWish {
  readonly drafts: readonly unknown[];
  readonly now: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Others wait while one writes: a long hand-in lets them in between. */
const BATCH = 1_000;

export function logMessages(wish: LogWish): Reply<readonly Message[]> {
  const found = findSession(wish);
  if (!found.ok) return found;
  const secrets = secretsOf({}, wish.env);
  const drafts: Draft[] = [];
  for (const [at, value] of wish.drafts.entries()) {
    const draft = checkDraft(redact(value, secrets));
    if (!draft.ok) {
      const line = wish.drafts.length === 1 ? null : at + 1;
      return refused({ what: "no_message", line, problem: draft.problem });
    }
    drafts.push(draft.value);
  }
  return orUnusable(found.value, () => {
    const writer = new MessageWriter(found.value.log);
    try {
      const written: Message[] = [];
      for (let at = 0; at < drafts.length; at += BATCH)
        written.push(...writer.appendAll(drafts.slice(at, at + BATCH), wish.now));
      return granted(written);
    } finally {
      writer.close();
    }
  });
}
