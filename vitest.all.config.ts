import { testConfig } from "./scripts/test-config.ts";

const LONGEST = [
  "classify/linear",
  "attacks/poisoned-worktree.long",
  "e2e/budget-scopes.long",
  "e2e/crash",
  "e2e/git-crash.long",
  "keeping/nothing-is-lost.long",
  "faults/faults.long",
  "attacks/hostile-files.long",
  "e2e/kanban-crash.long",
  "e2e/replan.long",
  "e2e/sixty-tasks.long",
  "e2e/examples",
  "e2e/worked-example.long",
  "web/page.long",
  "e2e/demo.long",
  "integration/merge.property",
  "integration/crash",
  "simulation/simulation",
  "large-plan.long",
  "e2e/storm.long",
  "e2e/gates.long",
  "e2e/worktrees.long",
  "agents/acp.long",
  "e2e/advisors.long",
  "e2e/orders.long",
  "e2e/integration.long",
];

/** `npm run test:all`: every test, with every case. */
export default testConfig("all", LONGEST);
