/** What a plan may say already but this version does not carry out: told once each, so that nobody relies on it. */
import { asList, asMapping } from "../config/loose.ts";
import type { Path, Report } from "../config/open-source.ts";

const OF_TASKS = ["gates", "commitments", "acceptance"] as const;
const OF_PLANS = ["contract", "checkpoints"] as const;

export function checkNotYet(value: unknown, report: Report): void {
  const root = asMapping(value);
  for (const key of OF_PLANS) if (Object.hasOwn(root, key)) tell([key], key);
  const tasks = asList(root["tasks"]);
  for (const key of OF_TASKS) {
    const index = tasks.findIndex((task) => Object.hasOwn(asMapping(task), key));
    if (Object.hasOwn(asMapping(root["defaults"]), key)) tell(["defaults", key], key);
    else if (index >= 0) tell(["tasks", index, key], key);
  }

  function tell(path: Path, key: string): void {
    const hint = "check it yourself until a later version does";
    report.warning(path, `\`${key}\` is read and checked, but not carried out by this version`, hint, "key");
  }
}
