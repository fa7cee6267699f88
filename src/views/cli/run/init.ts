/** `reeve init`: a first reeve.yaml and plan.yaml for this folder, and what to do next. */

import { type Begun, initProject } from "../../../app/init/init.ts";
import type { FoundAgents, InstalledAgent } from "../../../app/machine/find-agents.ts";
import { CONFIG_FILE, PLAN_FILE } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export async function initCommand(io: Io, { env }: Pick<World, "env">, { json }: CommonOptions): Promise<ExitCode> {
  const begun = initProject(io.cwd, env);
  if (!begun.ok) return refuse(io, json, begun.refusal);
  if (json) printJson(io, jsonOf(begun.value));
  else print(io, linesOf(begun.value));
  return EXIT.ok;
}

function jsonOf({ written, first, agents, isolation, gates }: Begun): object {
  const adapters = agents.installed.map(({ adapter }) => adapter);
  return { written, agent: first?.adapter ?? "agent", agents: adapters, isolation, gates };
}

function linesOf({ written, first, agents, isolation, gates }: Begun): string[] {
  if (!written.includes(CONFIG_FILE)) return [`Wrote ${PLAN_FILE}; ${CONFIG_FILE} stays as it is.`, NEXT];
  return [
    written.includes(PLAN_FILE)
      ? `Wrote ${CONFIG_FILE} and ${PLAN_FILE}.`
      : `Wrote ${CONFIG_FILE}; ${PLAN_FILE} stays as it is.`,
    ...(first ? foundLines(agents, first) : missingLines(agents)),
    gates.length === 0
      ? "No test or lint command was found here: name yours under `gates` in reeve.yaml, or nothing proves the work."
      : `Work counts as done when these succeed: ${gates.map((gate) => `\`${gate}\``).join(" · ")}.`,
    ...(isolation === "none" ? [NO_GIT] : []),
    NEXT,
  ];
}

function foundLines({ installed }: FoundAgents, first: InstalledAgent): string[] {
  const worked = `Tasks that name no agent are worked by \`${first.adapter}\`.`;
  return [
    `On your PATH: ${installed.map(({ name }) => name).join(", ")}. ${installed.length > 1 ? worked : ""}`.trimEnd(),
    ...installed.flatMap(({ name, loginFix }) =>
      loginFix === null ? [] : [`No login of ${name} was found. ${loginFix}`],
    ),
    `Agents work unattended and with your rights: ${CONFIG_FILE} shows how each is started. \`reeve doctor\` says what the sandbox keeps them from.`,
  ];
}

function missingLines({ others }: FoundAgents): string[] {
  return [
    "No agent Reeve knows is on your PATH. Install one:",
    ...others.map(
      ({ adapter, name, install }) => `  ${`\`${install}\``.padEnd(46)} ${name}, then \`adapter: ${adapter}\``,
    ),
    `Then name it in ${CONFIG_FILE}, or put the command of an agent of yours there.`,
  ];
}

const NEXT = `Next: write your tasks into ${PLAN_FILE}, then \`reeve check\`, \`reeve doctor\` and \`reeve run ${PLAN_FILE}\`.`;
const NO_GIT = "This folder is not in a git repository, so all tasks will share it (`isolation: none`).";
