/**
 * An act: what a person can do about something, and the command that does the same. Every screen shows both, so that
 * people learn the one from the other. It describes; giving the order is a use case's.
 */
import type { CutReason } from "../../domain/work/cut.ts";

/** What is ordered, without the words that a person still has to say. */
export type ActOrder =
  | { readonly type: "answer"; readonly question: string; readonly like?: true }
  | { readonly type: "ack"; readonly question: string }
  | { readonly type: "retry" | "skip" | "tell"; readonly task: string }
  | { readonly type: "cut"; readonly target: string; readonly reason?: CutReason }
  | { readonly type: "grant"; readonly to: string }
  | { readonly type: "approve" | "reject"; readonly replan: string }
  | { readonly type: "pause" | "resume" | "brake" | "release" }
  /** In a terminal only. */
  | { readonly type: "open"; readonly task: string }
  | { readonly type: "land" };

export interface Act {
  readonly verb: string;
  /** The same in the terminal and in the browser. */
  readonly key: string;
  /** With `…` where a person still has to say something. */
  readonly command: string;
  /** Null: it only looks, or is done in a terminal. */
  readonly order: ActOrder | null;
  /** What has to be said first. */
  readonly asks: "answer" | "because" | "text" | "usd" | null;
}

const SAY = '"…"';

export const acts = {
  answer: (question: string, like = false): Act => ({
    verb: "Answer",
    key: "a",
    command: like ? `reeve answer --like ${question} ${SAY}` : `reeve answer ${question} ${SAY}`,
    order: { type: "answer", question, ...(like && { like: true as const }) },
    asks: "answer",
  }),
  ack: (question: string): Act => ({
    verb: "Acknowledge",
    key: "K",
    command: `reeve ack ${question}`,
    order: { type: "ack", question },
    asks: null,
  }),
  why: (task: string): Act => look("Why", "e", `reeve why ${task}`),
  log: (task: string): Act => look("Log", "l", `reeve logs ${task}`),
  review: (): Act => look("Review", "v", "reeve review"),
  land: (): Act => ({ verb: "Land", key: "", command: "reeve land", order: { type: "land" }, asks: null }),
  run: (run: string): Act => look("Run", "", `reeve run --run ${run}`),
  replay: (run: string): Act => look("Replay", "", `reeve replay ${run}`),
  replayWith: (): Act => look("With another policy", "", "reeve replay --with policy.yaml --all-runs"),
  /** Of an epic or a board: done by its command. */
  beside: (verb: string, command: string): Act => look(verb, "", command),
  status: (): Act => look("Status", "", "reeve status"),
  retry: (task: string): Act => ({
    verb: "Retry",
    key: "r",
    command: `reeve retry ${task} --because ${SAY}`,
    order: { type: "retry", task },
    asks: "because",
  }),
  skip: (task: string): Act => ({
    verb: "Skip",
    key: "s",
    command: `reeve skip ${task} --because ${SAY}`,
    order: { type: "skip", task },
    asks: "because",
  }),
  tell: (task: string): Act => ({
    verb: "Tell",
    key: "t",
    command: `reeve tell ${task} ${SAY}`,
    order: { type: "tell", task },
    asks: "text",
  }),
  open: (task: string): Act => ({
    verb: "Open",
    key: "o",
    command: `reeve open ${task}`,
    order: { type: "open", task },
    asks: null,
  }),
  cut: (target: string, reason: CutReason = "spinning"): Act => ({
    verb: "Cut",
    key: "x",
    command: `reeve cut ${target} --because ${reason} ${SAY}`,
    order: { type: "cut", target, reason },
    asks: "text",
  }),
  grant: (to: string): Act => ({
    verb: "Grant",
    key: "m",
    command: `reeve grant ${to} --usd …`,
    order: { type: "grant", to },
    asks: "usd",
  }),
  /** Of whatever is used up. */
  more: (whose: string): Act =>
    whose === "machine" ? look("Allow more", "", "reeve cap --usd … --today") : acts.grant(whose),
  approve: (replan: string): Act => ({
    verb: "Approve",
    key: "y",
    command: `reeve approve ${replan}`,
    order: { type: "approve", replan },
    asks: null,
  }),
  reject: (replan: string): Act => ({
    verb: "Refuse",
    key: "n",
    command: `reeve reject ${replan} --because ${SAY}`,
    order: { type: "reject", replan },
    asks: "because",
  }),
  pause: (): Act => ({ verb: "Pause", key: "p", command: "reeve pause", order: { type: "pause" }, asks: null }),
  resume: (): Act => ({ verb: "Resume", key: "p", command: "reeve resume", order: { type: "resume" }, asks: null }),
  brake: (): Act => ({
    verb: "Brake",
    key: "b",
    command: `reeve brake ${SAY}`,
    order: { type: "brake" },
    asks: "because",
  }),
  release: (): Act => ({
    verb: "Release",
    key: "b",
    command: "reeve release",
    order: { type: "release" },
    asks: null,
  }),
};

function look(verb: string, key: string, command: string): Act {
  return { verb, key, command, order: null, asks: null };
}
