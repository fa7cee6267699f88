import { testConfig } from "./scripts/test-config.ts";

const LONGEST = [
  "e2e/orders",
  "e2e/integration",
  "e2e/bad-input",
  "e2e/kanban",
  "attempts/keeper",
  "workspace/recover",
];

/** What `npm test` runs before every commit: all but what is long. */
export default testConfig("quick", LONGEST);
