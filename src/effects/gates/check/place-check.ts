/** What a keeper needs to run a check. The line travels as one argument, never inside another line. */
import { join } from "node:path";
import type { CommandCheck } from "../../../domain/spec/plan.ts";
import { keeperSettings } from "../../agents/host/place-order.ts";
import { type AttemptFolder, leasePath } from "../../processes/attempt-folder.ts";
import { KEEPER, REAP } from "../../processes/keeper-programs.ts";
import type { KeepRequest } from "../../processes/starter-protocol.ts";
import { brandFor } from "../../processes/table/brand.ts";
import type { CheckPlace, ChecksOptions } from "./run-check.ts";

const ORPHAN_MINUTES = 60;
/** On disk: in smaller pieces a flood would cost a process for every few lines. */
const DISK_BYTES_MAX = 3 * 1024 * 1024;

/**
 * Both streams into one, in the order in which they are written. A Reeve that was started by a git hook must not hand on
 * which repository that hook was about.
 */
const WRAP =
  'unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_COMMON_DIR GIT_OBJECT_DIRECTORY; exec /bin/sh -c "$1" 2>&1';

export async function keepRequest(
  check: CommandCheck,
  where: CheckPlace,
  folder: AttemptFolder,
  options: ChecksOptions,
): Promise<KeepRequest> {
  const { runDir, orphanMinutes = ORPHAN_MINUTES } = options;
  const { shell, tickS, ticks } = { ...keeperSettings(orphanMinutes), ...options.keeper };
  const own = [`REEVE_KEEPER=${folder.mark}`, folder.exit, where.cwd, DISK_BYTES_MAX, leasePath(runDir)];
  const watch = [tickS, ticks, process.execPath, REAP, brandFor(folder.mark)];
  const plain = ["/bin/sh", "-c", WRAP, "sh", check.run];
  const env = environment(where, folder, options.runId);
  const wish = { workspace: where.cwd, box: folder.box, command: plain, env };
  const boxed = await options.sandbox?.enclose(wish);
  const args = [...own, ...watch, shell, "/dev/null", ...(boxed?.command ?? plain)].map(String);
  return {
    dir: folder.dir,
    shell,
    script: KEEPER,
    pipesDir: join(runDir, "pipes"),
    args,
    env: { ...env, ...boxed?.env },
  };
}

/** `CI`: nobody sits there, so nothing may wait for a key, watch for changes or rewrite what it should compare with. */
function environment(where: CheckPlace, folder: AttemptFolder, runId: string): Record<string, string> {
  return {
    CI: "true",
    GIT_TERMINAL_PROMPT: "0",
    ...where.env,
    REEVE_RUN_ID: runId,
    REEVE_TASK_ID: where.task ?? "",
    REEVE_KEEPER: folder.mark,
  };
}
