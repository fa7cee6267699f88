/** The reeve.yaml of a folder, as far as it tells whether it was changed. Looks only. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const CONFIG_FILE = "reeve.yaml";

/** Of its bytes. Null: there is none, or it cannot be read. */
export function configIn(dir: string): string | null {
  try {
    return hash("sha256", readFileSync(join(dir, CONFIG_FILE)));
  } catch {
    return null;
  }
}
