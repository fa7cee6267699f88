/** What looking at a run costs: painting rows of text beside a layout engine with components, and the whole of `reeve watch`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import { cpuSeconds, descendants, processes, residentBytes } from "../process-figures.ts";
import type { Row } from "../table.ts";

interface Painted {
  readonly share: number;
  readonly bytes: number;
}

const SHARE_MAX = 0.01;
const BYTES_MAX = 60e6;
const SECONDS = 20;

export async function screenRows(lab: Lab, command: string): Promise<readonly Row[]> {
  const sizes = [
    [80, 24],
    [200, 60],
  ] as const;
  const painted = sizes.map(([columns, rows]) => {
    const own = lab.measure<Painted>("./screens/paint-rows.ts", columns, rows);
    const ink = lab.measure<Painted>("./peers/ink-rows.js", columns, rows);
    return row(`a number changing 10×/s painted, ${columns}×${rows}`, own, ink);
  });
  return [...painted, wholeRow(await watchFigures(lab, command))];
}

function row(what: string, own: Painted, ink: Painted): Row {
  return {
    what,
    reeve: `${(own.share * 100).toFixed(1)} %`,
    beside: `ink ${figures(ink)}`,
    ratio: times(ink.share / Math.max(0.000_1, own.share)),
    target: "< 1 % of a core",
    met: own.share < SHARE_MAX,
  };
}

function wholeRow({ own, bare }: { readonly own: Painted; readonly bare: Painted }): Row {
  const met = own.share < SHARE_MAX && own.bytes <= BYTES_MAX;
  return {
    what: "reeve watch, 10 records/s",
    reeve: figures(own),
    beside: `Node with a timer alone, at the same time: ${figures(bare)}`,
    ratio: "",
    target: "< 1 %, ≤ 60 MB",
    met,
  };
}

function figures({ share, bytes }: Painted): string {
  return `${(share * 100).toFixed(1)} %, ${mb(bytes)}`;
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** In a real terminal, made by script(1), and a Node that does nothing but wake up ten times a second. */
async function watchFigures(lab: Lab, command: string): Promise<{ readonly own: Painted; readonly bare: Painted }> {
  const root = lab.folder("watched", { "reeve.yaml": "isolation: none\n" });
  const program = fileURLToPath(new URL("./write-progress.ts", import.meta.url));
  const writer = spawn(process.execPath, [program, root], { env: lab.env(), stdio: ["ignore", "pipe", "ignore"] });
  const bare = spawn(process.execPath, ["-e", "setInterval(() => {}, 100)"], { env: lab.env(), stdio: "ignore" });
  const line = `stty cols 80 rows 24; exec '${process.execPath}' '${command}' watch`;
  try {
    await once(writer.stdout, "data");
    const watch = spawn("script", ["-qefc", line, "/dev/null"], {
      cwd: root,
      env: lab.env({ TERM: "xterm-256color" }),
      stdio: ["pipe", "ignore", "ignore"],
    });
    try {
      await sleep(3_000);
      const all = descendants(watch.pid ?? 0);
      const seen = processes().find(
        ({ pid, command: of }) =>
          all.includes(pid) && / watch$/.test(of) && !of.startsWith("script") && !of.startsWith("sh "),
      );
      if (seen === undefined) throw new Error("reeve watch did not start");
      const pids = [seen.pid, bare.pid ?? 0] as const;
      const before = pids.map(cpuSeconds);
      await sleep(SECONDS * 1_000);
      const [own, other] = pids.map((pid, n) => ({
        share: (cpuSeconds(pid) - (before[n] ?? 0)) / SECONDS,
        bytes: residentBytes(pid),
      }));
      if (own === undefined || other === undefined) throw new Error("nothing was measured");
      return { own, bare: other };
    } finally {
      watch.stdin?.write("q");
      await once(watch, "exit");
    }
  } finally {
    for (const each of [writer, bare]) {
      each.kill();
      await once(each, "exit");
    }
  }
}
