/**
 * What lies in Reeve's state folder and is not Reeve's: nobody else has anything to put there. Looks only, and only at names.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** What Reeve keeps there, by the beginning of its name; what is being written has a name of the same beginning. */
const OWN =
  /^\.?(?:checkpoint|detach|epic|failures|gitignore|guardian|history|journal|kanban|kept|lock|plans|runs|sessions|spending|trash|worktrees)\b/;

/** Their names; none where the folder cannot be read. */
export function strangersIn(stateDir: string): readonly string[] {
  try {
    return readdirSync(stateDir)
      .filter((name) => !OWN.test(name))
      .map((name) => join(".reeve", name));
  } catch {
    return [];
  }
}
