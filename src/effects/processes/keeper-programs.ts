/** Where the programs lie that live beside Reeve: the keeper, what it runs when no Reeve comes back, the guardian. Names only. */
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

export const KEEPER = fileURLToPath(new URL("./keeper.sh", import.meta.url));

export const GUARDIAN = fileURLToPath(new URL("./guardian.sh", import.meta.url));

/** The same extension as this file: `.ts` in development, `.js` when built. */
export const REAP = fileURLToPath(new URL(`./reap${extname(fileURLToPath(import.meta.url))}`, import.meta.url));
