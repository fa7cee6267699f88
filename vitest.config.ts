import { testConfig } from "./scripts/test-config.ts";

const LONGEST = ["e2e/advisors", "e2e/gates", "e2e/integration", "e2e/worktrees", "e2e/bad-input", "agents/acp"];

/** What `npm test` runs before every commit: all but what is long. */
export default testConfig("quick", LONGEST);
