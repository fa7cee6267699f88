import { testConfig } from "./scripts/test-config.ts";

const LONGEST = ["simulation/hostile", "integration/crash", "e2e/crash", "attempts/keeper"];

/** What `npm test` runs before every commit: all but what is long. */
export default testConfig("quick", LONGEST);
