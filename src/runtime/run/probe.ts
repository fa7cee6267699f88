/** How what is held is tried again: an address on the network by connecting, what this machine lacks by a small try of it. */
import { needOf } from "../../domain/proof/machine-need.ts";
import type { Input } from "../../engine/input.ts";
import type { Reach } from "../attempts/reach.ts";
import type { Workshop } from "./run-options.ts";

export function probing(reach: Reach, { tryMachine }: Workshop, report: (input: Input) => Promise<unknown>) {
  return async (endpoint: string): Promise<void> => {
    if (needOf(endpoint) === null) return await reach.probe(endpoint);
    const problem = (await tryMachine?.()) ?? null;
    if (!reach.isClosed) await report({ type: "endpoint_probed", endpoint, problem });
  };
}
