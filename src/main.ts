/**
 * The composition root: the only file that builds real adapters and touches the process it runs in. `main` is the whole
 * program; it returns what to exit with.
 */
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { realWorld } from "./compose/real-world.ts";
import { BugError } from "./domain/bug.ts";
import { maskText } from "./domain/secrets/mask-secrets.ts";
import { EXIT, type ExitCode } from "./views/cli/exit-codes.ts";
import { type Io, printErr } from "./views/cli/io.ts";

export async function main(argv: readonly string[]): Promise<number> {
  const io = terminal(["run", "demo", "up"].includes(commandIn(argv)));
  if (process.platform === "win32") return refuse(io);
  settleHome();
  const watching = new AbortController();
  const stopWatching = () => watching.abort();
  if (isWatching(argv)) process.once("SIGINT", stopWatching).once("SIGTERM", stopWatching);
  // What is only looked at goes with its terminal; what is worked may have been told to stay without one.
  if (commandIn(argv) === "watch") process.on("SIGHUP", stopWatching);
  try {
    return await work(argv, io, watching.signal);
  } catch (error) {
    return unexpected(io, error);
  }
}

/** Without a home of its own (cron, a bare container) whatever lies in it would be looked for below the project. */
function settleHome(): void {
  if (isAbsolute(process.env["HOME"] ?? "")) return;
  try {
    process.env["HOME"] = userInfo().homedir;
  } catch {
    // A user that this machine does not know: it has none.
    delete process.env["HOME"];
  }
}

/** Screens stay open for a night: watching a run by itself loads neither the other commands nor what reads their options. */
async function work(argv: readonly string[], io: Io, signal: AbortSignal): Promise<ExitCode> {
  const world = realWorld(version());
  const [name, run, ...more] = argv;
  if (name === "watch" && more.length === 0 && (run === undefined || /^r[1-9]\d*$/.test(run)))
    return (await import("./views/cli/look/watch.ts")).watchCommand(io, world, signal, run, {});
  const { workLine } = await import("./views/cli/program.ts");
  return workLine({ io, version: version(), enter, signal, world }, argv);
}

/** Its end is that of a signal, and nothing has to be ended in order first. */
function isWatching(argv: readonly string[]): boolean {
  const name = commandIn(argv);
  const isEpic = name === "run" && argv.some((each) => /\.md$/i.test(each));
  return argv.includes("--follow") || argv.includes("-f") || isEpic || WATCHING.includes(name);
}

const WATCHING: readonly string[] = ["tick", "loop", "hook", "up", "watch"];

/** `-C` and its folder come before it. */
function commandIn(argv: readonly string[]): string {
  return (argv[0] === "-C" ? argv[2] : argv[0]) ?? "";
}

function enter(folder: string): boolean {
  try {
    process.chdir(folder);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whatever is printed is free of secrets, wherever it came from: a plan, a diff, the name of a file. A reader that goes away
 * (`reeve events | head`) is no error of ours; a run that is worked goes on without one, and a demo cleans up.
 */
function terminal(goesOn: boolean): Io {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE" && !goesOn) process.exit(EXIT.ok);
    });
  }
  return {
    get cwd() {
      return process.cwd();
    },
    isTty: stdout.isTTY ?? false,
    isErrTty: stderr.isTTY ?? false,
    size: () => ({ columns: stdout.columns || stderr.columns || 80, rows: stdout.rows || stderr.rows || 24 }),
    now: Date.now,
    out: (text) => void stdout.write(maskText(text)),
    err: (text) => void stderr.write(maskText(text)),
  };
}

function refuse(io: Io): ExitCode {
  printErr(io, "reeve: Reeve does not run on Windows yet: it cannot supervise processes there. Run it inside WSL 2.");
  return EXIT.badInput;
}

/** What only the operating system or a bug can do. One sentence; the stack only for a bug. */
function unexpected(io: Io, error: unknown): ExitCode {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (!(error instanceof BugError) && typeof code === "string" && /^E[A-Z]+$/.test(code)) {
    if (code === "EMFILE" || code === "ENFILE") {
      printErr(
        io,
        "reeve: this machine has no file descriptors left. End what holds many files open, or raise `ulimit -n`, then try again; nothing was lost.",
      );
      return EXIT.journal;
    }
    printErr(io, `reeve: ${message}. Check the path and its permissions, then try again; nothing was lost.`);
    return code === "ENOSPC" || code === "EROFS" ? EXIT.journal : EXIT.badInput;
  }
  printErr(
    io,
    `reeve: this is a bug in Reeve: ${message}. The run is safe in its journal; \`reeve run\` resumes it. Please report it with the lines below.`,
  );
  io.err(`${stack}\n`);
  return EXIT.bug;
}

function version(): string {
  const { version: text } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return text;
}
