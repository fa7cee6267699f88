/** What a Reeve that was killed left of asking a role: agents at work under their keepers, and the place they read in. */
import { attemptFolder } from "../processes/attempt-folder.ts";
import { createStarterClient } from "../processes/starter-client.ts";
import { removeReadingPlace } from "./reading-place.ts";

const GRACE_MS = 2_000;

/** To be called only where nobody asks in this folder any more. Safe to repeat. */
export async function endLeftBehind(left: {
  readonly root: string;
  readonly dir: string;
  /** Of the attempts. */
  readonly names: readonly string[];
  readonly reading: string;
}): Promise<void> {
  const starter = createStarterClient();
  try {
    for (const name of left.names) {
      const { mark } = attemptFolder(left.dir, name);
      await starter.ask("end", { mark, keeperToo: true, graceMs: GRACE_MS });
    }
  } finally {
    await starter.close();
  }
  await removeReadingPlace(left.root, left.reading);
}
