/** What is heard of usage limits while agents are at work. */

/** A model's API said that these agents have to wait; seen by the gateway. */
export type AccountInput = {
  readonly type: "account_limited";
  readonly agents: readonly string[];
  readonly until: number;
};
