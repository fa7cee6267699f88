/** What is heard of usage limits while agents are at work. */

/** A model's API said that these agents have to wait; seen by the gateway, or told by an agent that is still at work. */
export type AccountInput = {
  readonly type: "account_limited";
  readonly agents: readonly string[];
  /** Null: nobody said until when. */
  readonly until: number | null;
  /** What the agent told; absent: the gateway saw it. */
  readonly said?: string;
};
