/**
 * `reeve init`: writes a first reeve.yaml and plan.yaml for this project, with the agents that are installed. A folder
 * without git gets files that work without it. It starts no agent, never overwrites anything, and never makes a
 * repository: that is the person's to decide.
 */
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { configText, PLAN_TEXT } from "../../../app/project/init-files.ts";
import { CONFIG_FILE, PLAN_FILE } from "../../../app/project/project.ts";
import type { FoundAgents, InstalledAgent, World } from "../../../app/world.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";

export function initCommand(io: Io, world: World, options: CommonOptions): ExitCode {
  const files = [CONFIG_FILE, PLAN_FILE].filter((name) => existsSync(join(io.cwd, name)));
  if (files.length > 0)
    return badInput(
      io,
      options.json,
      `${files.join(" and ")} ${files.length === 1 ? "is" : "are"} here already; nothing was changed. Edit ${files[0]}, or run \`reeve init\` in another folder.`,
    );
  const agents = world.findAgents(io.cwd);
  const first = firstOf(agents);
  const isolation = isInRepository(io.cwd) ? "worktree" : "none";
  writeFileSync(join(io.cwd, CONFIG_FILE), configText(agents, first, isolation), { flag: "wx" });
  writeFileSync(join(io.cwd, PLAN_FILE), PLAN_TEXT, { flag: "wx" });
  if (options.json) {
    const adapters = agents.installed.map(({ adapter }) => adapter);
    printJson(io, { written: [CONFIG_FILE, PLAN_FILE], agent: first?.adapter ?? "agent", agents: adapters, isolation });
  } else
    print(io, [
      `Wrote ${CONFIG_FILE} and ${PLAN_FILE}.`,
      ...(first ? foundLines(agents, first) : missingLines(agents)),
      ...(isolation === "none" ? [NO_GIT] : []),
      `Next: write your tasks into ${PLAN_FILE}, then \`reeve check\`, \`reeve doctor\` and \`reeve run ${PLAN_FILE}\`.`,
    ]);
  return EXIT.ok;
}

/** The one that can begin at once. */
function firstOf({ installed }: FoundAgents): InstalledAgent | undefined {
  return installed.find(({ loginFix }) => loginFix === null) ?? installed[0];
}

function foundLines({ installed }: FoundAgents, first: InstalledAgent): string[] {
  const worked = `Tasks that name no agent are worked by \`${first.adapter}\`.`;
  return [
    `On your PATH: ${installed.map(({ name }) => name).join(", ")}. ${installed.length > 1 ? worked : ""}`.trimEnd(),
    ...installed.flatMap(({ name, loginFix }) =>
      loginFix === null ? [] : [`No login of ${name} was seen. ${loginFix}`],
    ),
    `Agents work unattended and with your rights: ${CONFIG_FILE} tells how each is started. Reeve is no sandbox.`,
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

const NO_GIT = "This folder is in no git repository, so all tasks will work in it side by side (`isolation: none`).";

/** As git looks for it: in this folder and in those above. Whether it can be worked in, `run` and `doctor` tell. */
function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}
