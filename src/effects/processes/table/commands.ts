/** What the processes below a few roots were started as: their command lines. It only looks; what may not be read is left out. */
import { readdirSync, readFileSync } from "node:fs";
import { addAll } from "../../../basics/long-lists.ts";
import { runProgram } from "../run-program.ts";

const COMMANDS_MAX = 500;
const LENGTH_MAX = 1_000;

interface Started {
  readonly pid: number;
  readonly ppid: number;
  readonly command: string;
}

/** One list per root, in their order, without the root itself. */
export async function commandsBelow(roots: readonly number[]): Promise<readonly (readonly string[])[]> {
  const started = process.platform === "linux" ? readProc() : await readPs();
  const children = Map.groupBy(started, ({ ppid }) => ppid);
  return roots.map((root) => below(root, children));
}

function below(root: number, children: ReadonlyMap<number, readonly Started[]>): readonly string[] {
  const found: string[] = [];
  const seen = new Set<number>([root]);
  const open = [...(children.get(root) ?? [])];
  for (let each = open.shift(); each && found.length < COMMANDS_MAX; each = open.shift()) {
    if (seen.has(each.pid)) continue;
    seen.add(each.pid);
    if (each.command !== "") found.push(each.command);
    addAll(open, children.get(each.pid) ?? []);
  }
  return found;
}

function readProc(): readonly Started[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readOne(Number(name)) ?? []) : []));
}

/** Null: it is gone. A kernel's own process, and one that is over, has no command line. */
function readOne(pid: number): Started | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const ppid = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return { pid, ppid, command: command.slice(0, LENGTH_MAX) };
  } catch {
    return null;
  }
}

async function readPs(): Promise<readonly Started[]> {
  const call = { program: "ps", args: ["-axo", "pid=,ppid=,command="], cwd: "/", env: process.env };
  const { out } = await runProgram({ ...call, timeoutMs: 5_000, bytesMax: 16 * 1024 * 1024 });
  return out.split("\n").flatMap((line) => {
    const [, pid, ppid, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), ppid: Number(ppid), command: command.slice(0, LENGTH_MAX) }];
  });
}
