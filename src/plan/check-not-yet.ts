/** What a plan may say already but is not carried out here: told once each, so that nobody relies on it. */
import { asMapping } from "../basics/loose.ts";
import type { Report } from "../config/yaml/open-source.ts";
import type { Config } from "../domain/spec/config.ts";

export function checkNotYet(value: unknown, config: Config | undefined, report: Report): void {
  const root = asMapping(value);
  if (Object.hasOwn(root, "contract") && config?.isolation === "none") {
    const hint = "take `isolation: none` out of reeve.yaml, or check the contract yourself";
    report.warning(["contract"], "`contract` is not looked at where tasks have no worktrees", hint, "key");
  }
}
