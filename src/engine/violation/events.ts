/** That something was done which no agent may do. */
import type { Violation } from "./violation.ts";

export type ViolationEvent = { readonly type: "violation_seen"; readonly violation: Violation };
