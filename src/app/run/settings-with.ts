/** The settings of a run, with what its person said on the command line. */
import type { Config } from "../../domain/spec/config.ts";
import type { Settings } from "../../domain/spec/settings.ts";
import { settingsOf } from "../../engine/settings.ts";

export interface Said {
  readonly maxParallel: number | undefined;
  /** False: after a usage limit, a person is asked before its tasks start. */
  readonly autoResume: boolean;
}

export function settingsWith(config: Config, { maxParallel, autoResume }: Said): Settings {
  const settings = settingsOf(config);
  const { policies } = settings;
  return {
    ...settings,
    maxParallel: maxParallel ?? settings.maxParallel,
    policies: autoResume ? policies : { ...policies, autoResume: false },
    agents: autoResume ? settings.agents : withoutOwnWord(settings.agents),
  };
}

/** What is said for the whole run counts for every agent. */
function withoutOwnWord(agents: Settings["agents"]): Settings["agents"] {
  return Object.fromEntries(Object.entries(agents).map(([name, { autoResume: _own, ...agent }]) => [name, agent]));
}
