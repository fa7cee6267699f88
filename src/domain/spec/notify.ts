/** Who is told when a person is wanted: the receivers of `notify:` in reeve.yaml, and from which severity on each wants to hear. */

/** From what only completes the picture to what stops everything. */
export const SEVERITIES = ["info", "warning", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const WEBHOOK_FORMATS = ["json", "slack", "ntfy"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export type Channel =
  | { readonly kind: "desktop" }
  | { readonly kind: "bell" }
  /** A program of the person's; never a shell line. */
  | { readonly kind: "command"; readonly command: readonly string[] }
  /** `url`: an address, or `$NAME` for what that variable of Reeve's environment says. `token`: the same, sent as a bearer. */
  | { readonly kind: "webhook"; readonly url: string; readonly format: WebhookFormat; readonly token?: string }
  | { readonly kind: "email"; readonly to: string };

export interface Receiver {
  readonly name: string;
  /** What is less severe it does not hear. */
  readonly from: Severity;
  readonly channel: Channel;
  /** It gets the report of a run with the message that the run has ended. */
  readonly report?: true;
}

/** What the rules need to know of a receiver; where it is reached is no part of a run's record. */
export type ReceiverName = Pick<Receiver, "name" | "from">;

export function hears({ from }: ReceiverName, severity: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(from);
}

export interface NoticePolicy {
  /** Messages of one cause are so far apart. */
  readonly cooldownMinutes: number;
  /** A question nobody answers is raised again after so long, and once more after so long; at most twice. */
  readonly againMinutes: readonly number[];
}
