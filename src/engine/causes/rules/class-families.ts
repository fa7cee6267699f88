/** Which families of rules may explain a failure of which class, best first. Data; read by `cause-of.ts`. */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import type { Family } from "./cause-rule.ts";

/** Exact enough to be believed whatever the class says. */
const EXACT: readonly Family[] = ["schema", "known", "module", "machine", "git", "program", "setting"];
const ANY: readonly Family[] = [
  ...EXACT,
  "network",
  "file",
  "install",
  "symbol",
  "conflict",
  "lint",
  "syntax",
  "test",
  "crash",
];

/** Which rules may explain a class, best first. None: the cause lies in the attempt itself. */
export const FAMILIES: Readonly<Record<FailureClass, readonly Family[]>> = {
  rate_limit: [],
  overloaded: [],
  network: [],
  timeout: [],
  auth: [],
  billing: [],
  budget: [],
  violation: [],
  context_overflow: [],
  max_turns: [],
  malformed_output: [],
  session_corrupt: [],
  spinning: [],
  refusal_or_blocked: [],
  out_of_memory: ["machine"],
  disk_full: ["machine"],
  permission: ["machine"],
  crash: [...EXACT, "network", "file", "symbol", "crash"],
  import_error: ["known", "module", "symbol", "machine", "program", "install", "file"],
  type_error: ["known", "module", "symbol", "machine"],
  syntax_error: ["syntax"],
  test_failure: ["schema", "known", "module", "machine", "program", "network", "symbol", "test"],
  lint_failure: ["lint"],
  schema_mismatch: ["schema"],
  file_not_found: ["known", "program", "machine", "file", "module", "setting"],
  merge_conflict: ["conflict"],
  git_state: ["git", "conflict"],
  dependency_install: ["known", "install", "machine", "program", "network", "file", "module"],
  config_error: ["known", "machine", "setting", "network", "file", "module", "git", "program"],
  gate_failure: ANY,
  commitment_failure: ANY,
  unknown: ANY,
};
