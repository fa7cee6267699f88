/** The sandbox of a run, built for real: what the machine offers, with the run's doors where its network is closed. */
import { realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SANDBOX_NOTE } from "../app/deliver/read-review.ts";
import { sandboxText } from "../app/machine/sandbox-words.ts";
import type { Project } from "../app/project/project.ts";
import type { Config } from "../domain/spec/config.ts";
import { makeFolderSync } from "../effects/files/make-folder.ts";
import { writeWholeSync } from "../effects/files/write-whole.ts";
import { openRepository } from "../effects/git/repository.ts";
import { readPlace } from "../effects/loopback/loopback-place.ts";
import { openSandbox, type Sandbox } from "../effects/sandbox/open-sandbox.ts";
import { sandboxState } from "../effects/sandbox/sandbox-state.ts";

export interface Box {
  /** Null: none. */
  readonly sandbox: Sandbox | null;
  readonly close: () => Promise<void>;
}

/** `runDir`: whose agents and commands it is for; made if it is not there. */
export async function openBox(
  project: Project,
  runDir: string,
  config: Config,
  onHost?: (host: string) => void,
): Promise<Box> {
  const state = await sandboxState(config.sandbox);
  if (state.type !== "up") return { sandbox: null, close: async () => {} };
  makeFolderSync(runDir);
  const { network, hosts } = config.sandbox;
  const isClosed = network !== "open" && !state.openNetwork;
  const doors = isClosed ? await openDoorsIn(runDir, network === "gateway" ? hosts : [], onHost) : null;
  const opened = config.isolation === "none" ? null : await openRepository(project.root);
  const sandbox = openSandbox({
    walls: state.walls,
    config: config.sandbox,
    stateDir: realpathSync(project.stateDir),
    root: project.root,
    repository: opened?.ok ? opened.repository : null,
    doors: doors && realpathSync(doors.dir),
  });
  return { sandbox, close: async () => doors?.close() };
}

/** For whoever reviews the run: what was enforced when it was last worked on. */
export async function noteBox(runDir: string, config: Config): Promise<void> {
  const state = await sandboxState(config.sandbox);
  const path = join(runDir, SANDBOX_NOTE);
  if (state.type === "off") rmSync(path, { force: true });
  else writeWholeSync(path, `${sandboxText(state, config.sandbox)}\n`);
}

/** Loaded only where it is used. */
async function openDoorsIn(runDir: string, hosts: readonly string[], onHost?: (host: string) => void) {
  const { openDoors } = await import("../effects/sandbox/network/doors.ts");
  const ports = () => (["callback", "gateway"] as const).map((door) => readPlace(runDir, door).port);
  return openDoors({ dir: join(runDir, "doors"), ports, hosts, ...(onHost && { onHost }) });
}
