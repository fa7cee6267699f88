/** That something was done which no agent may do. */
import type { Violation } from "../../domain/violation.ts";

export type ViolationEvent = { readonly type: "violation_seen"; readonly violation: Violation };
