/** Every command of `reeve`: its help has an example, and with --json it prints nothing but JSON. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommanderError } from "commander";
import { expect, onTestFinished, test } from "vitest";
import type { World } from "../src/app/world.ts";
import type { CommandSpec } from "../src/views/cli/command.ts";
import { buildProgram, COMMANDS } from "../src/views/cli/program.ts";
import { CONFIG } from "./app-lab.ts";

interface Typed {
  /** What a person types after `reeve`, without arguments. */
  readonly name: string;
  readonly spec: CommandSpec;
}

const all: readonly Typed[] = Object.values(COMMANDS)
  .flat()
  .flatMap((spec) => typed(spec, ""));

test("each has a name of its own, also those below another", () => {
  expect(all.map(({ name }) => name)).toContain("parked restore");
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test.each(all)("reeve $name --help shows what it is for, and an example of it", async ({ name, spec }) => {
  const { out } = await type([...name.split(" "), "--help"]);
  expect(out).toContain(`Usage: reeve ${name}`);
  expect(out).toMatch(new RegExp(`\\nExample:\\n  reeve ${name.split(" ")[0]}\\b`));
  expect(out).toContain("--json");
  for (const { flags } of spec.options ?? []) expect(out).toContain(flags);
});

/** One plays for half a minute, the others stay; their lines as JSON are looked at where they are tested. */
const TOO_LONG = ["demo", "up", "mcp", "serve"];

const quick = all.filter(({ name, spec }) => spec.act !== undefined && !TOO_LONG.includes(name));

test.each(quick)("reeve $name --json prints JSON Lines, also when it refuses", async ({ name, spec }) => {
  const { out, code } = await type([...name.split(" "), ...argumentsOf(spec), "--json"]);
  const lines = out.split("\n").filter((line) => line !== "");
  const values = lines.map((line) => JSON.parse(line) as unknown);
  expect(values.filter((value) => typeof value !== "object" || value === null)).toEqual([]);
  // Mistakes are what `check` is asked for: they are its answer, not a refusal.
  if (code === 2 && name !== "check") expect(values).toMatchObject([{ exit: 2, error: expect.stringMatching(/\S/) }]);
});

/** Whatever is not listed here is an order, and a person's alone. */
const LOOKS =
  "run: check · look: status, watch, why, events, logs, questions, report, replay · deliver: review, verify · plan: plans, simulate · kanban status, kanban check · epic status · checkpoint run, checkpoint report, checkpoint list · message log, message broadcast, message list, message status, message state · branches: coherence, contract · back: patterns, failures, history, classify · machine: ps, cap, parked list, parked show, recover, demo, doctor, completion";

/** Names between commas, below headings that only help to read them. */
const LOOKING = new Set(LOOKS.split(/ · |, /).map((name) => name.replace(/^\w+: /, "")));

const isLooking = ({ name }: Typed) => LOOKING.has(name);

/** Refused, it does not stay. */
const serve = all.filter(({ name }) => name === "serve");

test.each([...quick, ...serve])("reeve $name looks only, or is refused inside an attempt", async (each) => {
  process.env["REEVE_MARK"] = "a.1-0123456789abcdef";
  onTestFinished(() => void delete process.env["REEVE_MARK"]);
  const { out, code } = await type([...each.name.split(" "), ...argumentsOf(each.spec), "--json"]);
  const isRefused = code === 2 && out.includes("Only a person may run");
  expect(isRefused).toBe(!isLooking(each));
});

function typed(spec: CommandSpec, above: string): readonly Typed[] {
  const name = `${above}${spec.usage.split(" ")[0]}`;
  return [{ name, spec }, ...(spec.commands ?? []).flatMap((each) => typed(each, `${name} `))];
}

/** One for each that is required; standard input is never waited for. */
function argumentsOf({ usage }: CommandSpec): readonly string[] {
  if (usage.startsWith("classify")) return ["output.txt"];
  return (usage.match(/<[^>]+>/g) ?? []).map(() => "something");
}

const NEEDLESS = () => Promise.reject(new Error("nothing of the world is needed here"));

/** In a project of its own in which nothing has happened yet. */
async function type(argv: readonly string[]): Promise<{ readonly out: string; readonly code: number }> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "reeve-program-")));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "output.txt"), "ENOSPC: no space left on device\n");
  if (argv[0] !== "init") writeFileSync(join(cwd, "reeve.yaml"), CONFIG);
  let out = "";
  let code = 0;
  const io = {
    cwd,
    isTty: false,
    isErrTty: false,
    size: () => ({ columns: 200, rows: 24 }),
    now: () => 61_000,
    out: (text: string) => {
      out += text;
    },
    err: () => {},
  };
  const world: World = {
    ...{ env: {}, program: ["reeve"], home: cwd },
    ...{ openFleet: NEEDLESS, detach: NEEDLESS, worktreesUse: NEEDLESS, openSurface: NEEDLESS, propose: NEEDLESS },
    ...{
      openBoard: NEEDLESS,
      runCheck: NEEDLESS,
      askCheck: NEEDLESS,
      workRun: NEEDLESS,
      askEpic: NEEDLESS,
      senderFor: NEEDLESS,
    },
    startProject: () => ({ pid: 0, ended: NEEDLESS(), kill: () => {} }),
  };
  const done = (exit: number) => {
    code = exit;
  };
  const program = buildProgram({ io, world, signal: new AbortController().signal, version: "0.0.0", done });
  // `classify` names its file as seen from where the process stands.
  const args = argv.map((word) => (word === "output.txt" ? join(cwd, word) : word));
  await program.parseAsync(args, { from: "user" }).catch((error: unknown) => {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  });
  return { out, code };
}
