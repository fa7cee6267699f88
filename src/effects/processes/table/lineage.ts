/**
 * Where a process comes from: itself and its ancestors, with what each still shows of an attempt it belongs to. A variable
 * can be unset and a parent can be left; the brand stays, and often the session, the working directory and the output. It
 * only looks.
 *
 * What shows nothing: a process of the superuser, who can take a brand off, or of a system without brands, that has left its
 * tree, its session, its folder and its output and has cleared its environment.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { brandAt } from "./brand.ts";
import { type ProcessInfo, processTable } from "./process-table.ts";

export interface Origin {
  /** Marks of attempts, of the process itself and of those above it; of a keeper above it, what it keeps. */
  readonly marks: readonly string[];
  /** Of attempts, as no process can take them off. */
  readonly brands: readonly string[];
  /** Sessions and process groups. */
  readonly groups: readonly number[];
  /** Working directories, and what standard input, output and error lead to. */
  readonly places: readonly string[];
}

const LINE_MAX = 256;

export async function originOf(pid: number): Promise<Origin> {
  const line = await lineOf(pid);
  // The system shows the environment a process was started with; whether that is all of it, it knows itself.
  const own = pid === process.pid ? process.env["REEVE_MARK"] : undefined;
  const marks = [own ?? "", ...line.flatMap(({ mark, keeper }) => [mark, keeper])];
  const pids = line.map((each) => each.pid);
  return {
    marks: [...new Set(marks.flatMap((mark) => mark.split(":")).filter((mark) => mark !== ""))],
    brands: [...new Set(pids.map(brandAt).filter((brand) => brand !== ""))],
    groups: [...new Set(pids.flatMap(groupsOf))],
    places: [...new Set(pids.flatMap(placesOf))],
  };
}

/** The process first, then whoever started it, as long as they live. */
async function lineOf(pid: number): Promise<readonly ProcessInfo[]> {
  const choice = processTable();
  if (!choice.ok) return [];
  const line: ProcessInfo[] = [];
  for (let at = pid; at > 0 && line.length < LINE_MAX; ) {
    const [found] = await choice.table.find([at]);
    if (found === undefined || line.some((each) => each.pid === found.pid)) break;
    line.push(found);
    at = found.ppid;
  }
  return line;
}

function groupsOf(pid: number): readonly number[] {
  const numbers = process.platform === "linux" ? fromProc(pid) : fromPs(pid);
  return numbers.filter((number) => number > 1);
}

/** Group and session. The name in parentheses may hold anything; the numbers begin after the last one. */
function fromProc(pid: number): readonly number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(2, 4)
      .map(Number);
  } catch {
    return [];
  }
}

function fromPs(pid: number): readonly number[] {
  try {
    const text = execFileSync("ps", ["-o", "pgid=", "-p", String(pid)], { encoding: "utf8", timeout: 5_000 });
    return [Number(text.trim())];
  } catch {
    return [];
  }
}

/** Only where the system shows them as files. */
function placesOf(pid: number): readonly string[] {
  return ["cwd", "fd/0", "fd/1", "fd/2"].flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/${name}`)];
    } catch {
      return [];
    }
  });
}
