/** A session folder as a person names it, and what was declared for it. Reads only. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { BUILT_IN } from "../../systems/checkpoint/checks/built-in.ts";
import type { CheckpointSpec } from "../../systems/checkpoint/checks/check.ts";
import { findLayout } from "../../systems/checkpoint/layouts/find-layout.ts";
import { type Layout, LOOKED_FOR } from "../../systems/checkpoint/layouts/layout.ts";
import type { SessionFiles } from "../../systems/checkpoint/layouts/session-files.ts";
import type { CheckTools } from "../../systems/checkpoint/own/ask-outside.ts";
import { type CheckpointConfig, NO_CONFIG, type OwnCheckpoint } from "../../systems/checkpoint/own/own-checks.ts";
import { parseCheckpoints } from "../../systems/checkpoint/own/parse-checkpoints.ts";
import { ownCheckSpec, untrustedCheckSpec } from "../../systems/checkpoint/own/run-own-check.ts";
import { type Project, shown } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";

export interface SessionWish {
  readonly cwd: string;
  /** Seen from there. */
  readonly session: string | undefined;
  /** A file with checkpoints of one's own; those beside reeve.yaml and in the session are taken anyway. */
  readonly checkpoints?: string | undefined;
  /** Commands and agents that the session itself declares may be run. */
  readonly trust?: boolean | undefined;
}

export interface OpenSession {
  readonly dir: string;
  readonly layout: Layout;
  readonly files: SessionFiles;
  readonly config: CheckpointConfig;
  readonly specs: readonly CheckpointSpec[];
}

const CHECKPOINTS_FILE = "checkpoints.yaml";

export function sessionDir({ cwd, session = "" }: SessionWish): Reply<string> {
  const dir = resolve(cwd, session);
  if (session === "" || !statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    return refused({ what: "session_missing", dir: session });
  return granted(dir);
}

export function openSession(project: Project, wish: SessionWish, tools: CheckTools): Reply<OpenSession> {
  const dir = sessionDir(wish);
  if (!dir.ok) return dir;
  const found = findLayout(dir.value);
  const name = shown(dir.value, wish.cwd);
  if (found.type === "none") return refused({ what: "no_layout", dir: name, lookedFor: LOOKED_FOR });
  if (found.type === "several") return refused({ what: "several_sessions", dir: name, folders: found.folders });
  const declared = declarations(project, wish, dir.value);
  if (!declared.ok) return declared;
  const { layout, files } = found;
  const config = merged(declared.value.map((each) => each.config));
  const specs = specsOf(declared.value, tools);
  return granted({ dir: files.root, layout, files, config, specs });
}

interface Declared {
  readonly file: string;
  readonly config: CheckpointConfig;
  readonly isTrusted: boolean;
}

function declarations(
  project: Project,
  { cwd, checkpoints, trust = false }: SessionWish,
  dir: string,
): Reply<readonly Declared[]> {
  const own = join(project.root, CHECKPOINTS_FILE);
  const named = checkpoints === undefined ? [] : [resolve(cwd, checkpoints)];
  const inSession = join(dir, CHECKPOINTS_FILE);
  const trusted = [...named, ...(existsSync(own) ? [own] : [])];
  const rest = existsSync(inSession) && !trusted.includes(inSession) ? [inSession] : [];
  const all: Declared[] = [];
  for (const file of [...new Set([...trusted, ...rest])]) {
    const name = shown(file, cwd);
    if (!existsSync(file)) return refused({ what: "spec_unreadable", file: name, code: "ENOENT" });
    const parsed = parseCheckpoints(
      readFileSync(file, "utf8"),
      name,
      BUILT_IN.map(({ id }) => id),
    );
    if (!parsed.ok)
      return refused({ what: "mistakes", mistakes: parsed.mistakes, warnings: parsed.warnings, kept: "checkpoint" });
    all.push({ file: name, config: parsed.value, isTrusted: trust || trusted.includes(file) });
  }
  return granted(all);
}

function merged(configs: readonly CheckpointConfig[]): CheckpointConfig {
  return {
    ...(configs.at(-1) ?? NO_CONFIG),
    supervision: configs.every(({ supervision }) => supervision),
    windowMinutes:
      configs.find(({ windowMinutes }) => windowMinutes !== NO_CONFIG.windowMinutes)?.windowMinutes ??
      NO_CONFIG.windowMinutes,
  };
}

/** Built-in ones first, with what was added to them; then a person's own. */
function specsOf(declared: readonly Declared[], tools: CheckTools): readonly CheckpointSpec[] {
  const checksOf = ({ id }: { readonly id: string }, pick: (config: CheckpointConfig) => readonly OwnCheckpoint[]) =>
    declared.flatMap(({ file, config, isTrusted }) =>
      pick(config)
        .filter((each) => each.id === id)
        .flatMap(({ checks }) =>
          checks.map((check) =>
            isTrusted ? ownCheckSpec(check, tools, file) : untrustedCheckSpec(check, tools, file),
          ),
        ),
    );
  const own = new Map(declared.flatMap(({ config }) => config.checkpoints.map((each) => [each.id, each.title])));
  return [
    ...BUILT_IN.map((spec) => ({ ...spec, checks: [...spec.checks, ...checksOf(spec, ({ added }) => added)] })),
    ...[...own].map(([id, title]) => ({ id, title, checks: checksOf({ id }, ({ checkpoints }) => checkpoints) })),
  ];
}
