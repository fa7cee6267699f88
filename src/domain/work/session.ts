/**
 * The session that an agent keeps by itself: what it was told and did, which a later attempt can go on from. It belongs to
 * the agent that began it, by the name that agent has in reeve.yaml, and to the folder it was begun in.
 */
import type { Usage } from "./outcome.ts";

export interface AgentSession {
  readonly id: string;
  readonly agent: string;
  /** Where it was begun; null: not known. */
  dir: string | null;
  /** By all attempts that worked in it. */
  used: Usage;
}

/** How an attempt begins, where the task has a session. */
export type SessionChoice = { readonly resumes: string } | { readonly fresh: FreshReason };

/** in_use: another live attempt says that it works in it. */
export type FreshReason = "other_agent" | "discarded" | "in_use";

/** Why nobody resumes a session after this. may_live: somebody who works in it may still be there. */
export type SessionDrop = "context_overflow" | "session_corrupt" | "may_live";

/** What a person said to an agent at work and nobody has handed on yet. */
export interface WaitingMessage {
  readonly id: string;
  readonly text: string;
}
