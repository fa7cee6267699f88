/**
 * Writes docs/engine-tables.md: every input with the subject that decides it and the events that came of it, every event
 * with who folds it, who follows it and which effects came of it. Who does what is read off the subjects' tables; what came
 * of it, off seeded runs and the kept journals.
 */
import { existsSync, globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Event } from "../src/engine/event.ts";
import { evolve } from "../src/engine/evolve.ts";
import type { Input } from "../src/engine/input.ts";
import { react } from "../src/engine/react.ts";
import { initialState } from "../src/engine/state.ts";
import { openRuns } from "../src/journal/open-runs.ts";
import type { JournalRecord } from "../src/journal/rules.ts";
import type { Runs } from "../src/journal/runs.ts";
import { play } from "../test/simulation/play.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const SEEDS = 80;
const CHAOS_STEPS = 120;

export async function engineTables(): Promise<string> {
  const rooms = await readRooms();
  const seen = await watch();
  const inputs = rooms.flatMap(({ name, decide }) => decide.map((type) => ({ type, name })));
  const events = rooms.flatMap(({ name, evolve: own }) => own.map((type) => ({ type, name })));
  const by = (pick: (room: Room) => readonly string[], type: string) =>
    rooms.filter((room) => pick(room).includes(type)).map(({ name }) => name);
  return [
    HEADER,
    "## Inputs",
    "| input | decided in | events seen |",
    "|---|---|---|",
    ...inputs.map(({ type, name }) => row(code([type]), `\`${name}/\``, code(seen.events.get(type)))),
    "",
    "## Events",
    "| event | subject | folded before it by | and after it by | followed by | effects seen |",
    "|---|---|---|---|---|---|",
    ...events.map(({ type, name }) =>
      row(
        code([type]),
        `\`${name}/\``,
        code(by(({ also }) => also, type)),
        code(by(({ afterwards }) => afterwards, type)),
        code(by(({ follow }) => follow, type)),
        code(seen.effects.get(type)),
      ),
    ),
    "",
  ].join("\n");
}

const HEADER = `# The engine's tables
Written by \`npm run tables\`; a test keeps it true. A subject is a folder of \`src/engine/\`. Its \`decide\` has a clause for each
of its inputs, its \`evolve\` for each of its events, its \`react\` says what is to be done, its \`words\` what people read. A
subject may also fold or follow events of others. What is *seen* comes from ${SEEDS} seeded runs and the kept journals; it
shows what usually comes of an input, not all that could.
`;

interface Room {
  readonly name: string;
  readonly decide: readonly string[];
  readonly evolve: readonly string[];
  readonly also: readonly string[];
  readonly afterwards: readonly string[];
  readonly follow: readonly string[];
}

async function readRooms(): Promise<readonly Room[]> {
  const names = [
    ...new Set(
      globSync("src/engine/*/{decide,evolve,follow}.ts", { cwd: root }).map((file) => basename(dirname(file))),
    ),
  ];
  return Promise.all(names.toSorted().map(readRoom));
}

async function readRoom(name: string): Promise<Room> {
  const tables = Object.assign(
    {},
    ...(await Promise.all(["decide", "evolve", "follow"].map((file) => exportsOf(name, file)))),
  );
  const keys = (table: string) => Object.keys(tables[table] ?? {}).toSorted();
  return {
    name,
    decide: keys("decide"),
    evolve: keys("evolve"),
    also: keys("also"),
    afterwards: keys("afterwards"),
    follow: keys("follow"),
  };
}

async function exportsOf(room: string, file: string): Promise<object> {
  const path = join(root, "src", "engine", room, `${file}.ts`);
  return existsSync(path) ? { ...(await import(pathToFileURL(path).href)) } : {};
}

interface Seen {
  readonly events: Map<string, Set<string>>;
  readonly effects: Map<string, Set<string>>;
}

async function watch(): Promise<Seen> {
  const seen: Seen = { events: new Map(), effects: new Map() };
  for (let seed = 1; seed <= SEEDS; seed += 1) note(seen, play(seed, CHAOS_STEPS).journal);
  const place = mkdtempSync(join(tmpdir(), "reeve-tables-"));
  try {
    const kept = join(root, "test", "fixtures", "journals");
    for (const format of readdirSync(kept).filter((each) => each.startsWith("format-"))) {
      await cp(join(kept, format), join(place, format), { recursive: true });
      const runs = openRuns({ stateDir: join(place, format) });
      for (const run of readdirSync(join(place, format, "runs"))) await noteRun(seen, runs, run);
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return seen;
}

async function noteRun(seen: Seen, runs: Runs, run: string): Promise<void> {
  const records: JournalRecord<Input, Event>[] = [];
  for await (const record of runs.read<Input, Event>(run, 1)) records.push(record);
  note(seen, records);
}

function note(
  seen: Seen,
  records: Iterable<{ readonly at: number; readonly input: Input; readonly events: readonly Event[] }>,
): void {
  const state = initialState();
  for (const { at, input, events } of records) {
    for (const event of events) {
      evolve(state, event, at);
      add(seen.events, input.type, event.type);
      for (const effect of react(event, state)) add(seen.effects, event.type, effect.type);
    }
  }
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

function code(names: Iterable<string> | undefined): string {
  return [...(names ?? [])]
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(" ");
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, "docs", "engine-tables.md"), await engineTables());
}
