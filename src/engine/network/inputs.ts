/** What is heard of the network while agents are at work. */
import type { Unreached } from "../../domain/work/unreached.ts";

export type NetworkInput =
  /** The gateway could not connect for an agent's request. */
  | ({ readonly type: "endpoint_unreached" } & Unreached)
  /** Reeve itself has tried it, at no cost; null: it was reached. */
  | { readonly type: "endpoint_probed"; readonly endpoint: string; readonly problem: string | null };
