/** Cleans the project in its first argument as it is in a hundred days; for tests that kill it. */

import { cleanUp } from "../../src/app/machine/clean.ts";
import { findProject } from "../../src/app/project/project.ts";
import { CLEAN_OLDER_THAN_MS } from "../../src/domain/delivery/hygiene.ts";

const [dir = "", now = ""] = process.argv.slice(2);
await cleanUp(findProject(dir), { dryRun: false, olderThanMs: CLEAN_OLDER_THAN_MS, now: Number(now) });
