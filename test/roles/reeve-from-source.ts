/** `reeve` without a build, for tests that need it as a process of its own. */
import { main } from "../../src/main.ts";

process.exitCode = await main(process.argv.slice(2));
