/**
 * A world of its own for one agent: a home, a workspace with one commit, a model server, and an environment that names
 * nothing else of the machine. Closing it ends every process that was started in it and removes all of it.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type ModelServer, startModelServer } from "../../model-server/model-server.ts";
import { aRepository, type TestRepository } from "../../repository.ts";
import { configurationOf } from "./configure.ts";
import { type AgentName, installedAgent, SPEED } from "./installed.ts";
import { endMarked, markedProcesses } from "./marked-processes.ts";
import { type Run, runToEnd } from "./run-to-end.ts";

export interface AgentWorld {
  readonly agent: AgentName;
  /** Its program, as an absolute path. */
  readonly program: string;
  readonly home: string;
  readonly workspace: TestRepository;
  readonly server: ModelServer;
  /** The whole environment the agent is to see. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command in the workspace, with no input, to its end. */
  readonly run: (command: readonly [string, ...string[]], limitMs?: number) => Promise<Run>;
  /** Process ids of everything that runs in this world. */
  readonly processes: () => readonly number[];
  readonly close: () => Promise<void>;
}

export interface AgentWorldOptions {
  /** Where the model is; without it a server of its own. `refused`: an address where nobody listens. */
  readonly model?: "refused";
  readonly files?: Readonly<Record<string, string>>;
}

export async function agentWorld(agent: AgentName, options: AgentWorldOptions = {}): Promise<AgentWorld> {
  const server = await startModelServer();
  if (options.model === "refused") await server.close();
  const root = realpathSync(mkdtempSync(join(tmpdir(), `reeve-${agent}-`)));
  const home = join(root, "home");
  const workspace = aRepository(options.files);
  const { env: own, files } = configurationOf(agent, server.url);
  const env = { ...cleanEnv(home, root), ...own };
  mkdirSync(env.TMPDIR, { recursive: true });
  for (const [path, text] of Object.entries({ ".gitconfig": GIT_CONFIG, ...files })) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const mark = `${MARK}=${root}`;
  return {
    agent,
    program: installedAgent(agent).program,
    home,
    workspace,
    server,
    env,
    run: (command, limitMs) =>
      runToEnd(command, { cwd: workspace.dir, env, outputDir: root, ...(limitMs && { limitMs }) }),
    processes: () => markedProcesses(mark),
    close: async () => {
      await endMarked(mark);
      await server.close();
      workspace.remove();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Every process of the world carries it, however far it moved from its parent. */
const MARK = "REEVE_TEST_WORLD";

function cleanEnv(home: string, root: string) {
  const path = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  const dirs = { HOME: home, PATH: path, TMPDIR: join(root, "tmp"), ...SPEED };
  return { ...dirs, LANG: "C.UTF-8", TERM: "dumb", [MARK]: root };
}

const GIT_CONFIG = "[user]\n\tname = A Person\n\temail = person@localhost\n";
