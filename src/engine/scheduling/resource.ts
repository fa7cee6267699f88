/** What ready work may have to wait for, beside a slot. */
export type Resource =
  /** Its own earlier agent. */
  | { readonly of: "work"; readonly id: string }
  /** What everything but advisors waits for while it is decided which branches must change. */
  | { readonly of: "freeze" }
  /** As much work waits to be verified and merged as may. */
  | { readonly of: "queue"; readonly waiting: number }
  /** A person must fix this agent's login or account. */
  | { readonly of: "login"; readonly agent: string }
  /** The usage limit of an account has to reset. */
  | { readonly of: "account"; readonly account: string }
  /** This cannot be reached for now. */
  | { readonly of: "endpoint"; readonly endpoint: string }
  /** The run may not grow further without a person's approval. */
  | { readonly of: "growth" }
  /** What is left of the run's budget is kept for repair. */
  | { readonly of: "repair" }
  /** As many of this agent work as may. */
  | { readonly of: "agent"; readonly agent: string }
  /** Another task works on this file. */
  | { readonly of: "file"; readonly file: string }
  /** Some of the gang are being stopped. */
  | { readonly of: "gang"; readonly gang: string };

export function resourceKey(resource: Resource): string {
  switch (resource.of) {
    case "work":
      return `work ${resource.id}`;
    case "freeze":
      return "freeze";
    case "queue":
      return "queue";
    case "login":
      return `login ${resource.agent}`;
    case "account":
      return `account ${resource.account}`;
    case "endpoint":
      return `endpoint ${resource.endpoint}`;
    case "growth":
      return "growth";
    case "repair":
      return "repair";
    case "agent":
      return `agent ${resource.agent}`;
    case "file":
      return `file ${resource.file}`;
    case "gang":
      return `gang ${resource.gang}`;
  }
}
