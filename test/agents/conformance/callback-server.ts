/** Reeve's own callback server over a run in memory, with one attempt at work. For tests of agents that call back. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attempt } from "../../../src/domain/work/attempt.ts";
import type { CallbackAddress } from "../../../src/effects/callback/callback-port.ts";
import { openCallback } from "../../../src/effects/callback/callback-server.ts";
import { realClock } from "../../../src/runtime/time/clock.ts";
import { given } from "../../../src/testing/given.ts";

export interface CallbackServer {
  /** Where it is, and what opens it to the attempt. */
  readonly callback: CallbackAddress;
  /** What the attempt has reported; undefined: nothing yet. */
  readonly reported: () => Attempt["reported"];
  readonly close: () => Promise<void>;
}

export async function startCallbackServer(): Promise<CallbackServer> {
  const run = given({ tasks: ["task"] }).up("task.1");
  const runDir = mkdtempSync(join(tmpdir(), "reeve-callback-"));
  const callback = await openCallback({
    runDir,
    clock: realClock(),
    state: async () => run.state,
    report: async (input) => run.when(input).answer,
    progress: () => {},
    secretsOf: () => [],
  });
  callback.begin();
  return {
    callback: callback.addressOf("agent", "task.1"),
    reported: () => run.state.attempts.live.get("task.1")?.reported,
    close: async () => {
      await callback.close();
      rmSync(runDir, { recursive: true, force: true });
    },
  };
}
