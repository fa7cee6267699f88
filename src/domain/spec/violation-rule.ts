/** What agents may not do, as reeve.yaml says it, and what follows when one does. Types only; who sees it is in `runtime/monitors`. */

/** From least to most: written down, people told, the agent told, ended with its work kept, ended with its work parked. */
export const RESPONSES = ["log", "notify", "warn", "pause", "reap"] as const;
export type Response = (typeof RESPONSES)[number];

/** What Reeve looks for without a rule. */
export const BUILT_IN_VIOLATIONS = [
  "outside_write",
  "advisor_wrote",
  "integration_moved",
  "order_by_agent",
  "order_unproven",
  "rules_touched",
] as const;

export const RULE_KINDS = [
  "files",
  "files_outside",
  "commands",
  "hosts",
  "hosts_outside",
  "processes",
  "children",
  "seen",
] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

export interface ViolationRule {
  /** Unique among those that hold for one agent. */
  readonly name: string;
  readonly on: RuleKind;
  /** Patterns, or names of built-in violations; empty where only a number counts. */
  readonly of: readonly string[];
  /** More than so many break it; 0 where patterns count. */
  readonly most: number;
  readonly response: Response;
}
