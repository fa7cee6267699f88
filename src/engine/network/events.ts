/** What happens to endpoints that agents need. */
import type { Because } from "../../domain/because.ts";

export type NetworkEvent =
  /** It cannot be reached, or still not: nothing that needs it starts before a probe has reached it. */
  | {
      readonly type: "endpoint_held";
      readonly endpoint: string;
      readonly agents: readonly string[];
      readonly works: readonly string[];
      readonly detail: string;
      readonly probes: number;
      readonly probeAt: number;
      readonly because: Because;
    }
  /** It is no longer held. */
  | { readonly type: "endpoint_reached"; readonly endpoint: string; readonly by: ReachedBy };

/** Who shows that it is: a probe, an agent at work that was answered, a person who says so; nobody: none needs it. */
export type ReachedBy = "probe" | "attempt" | "person" | "nobody";
