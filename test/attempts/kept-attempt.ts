/** One keeper run by hand, as the starter would run it, in a temporary folder; and the proof that nothing of it is left. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { brandOf } from "../../src/effects/processes/table/brand.ts";
import { expectGone, processesOf } from "./attempt-lab.ts";

const PROCESSES = fileURLToPath(new URL("../../src/effects/processes/", import.meta.url));

export interface KeptOptions {
  readonly bytesMax?: number;
  readonly workspace?: string;
  readonly stdin?: string;
  readonly tickS?: number;
  readonly ticks?: number;
  readonly node?: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** The one line it says. */
  readonly said: Promise<string>;
  readonly gone: Promise<unknown>;
}

export class KeptAttempt {
  readonly dir: string;
  readonly workspace: string;
  readonly exitFile: string;
  readonly lease: string;
  readonly #shell: string;
  readonly #options: KeptOptions;
  readonly #mark = `t.1-${randomUUID()}`;
  readonly brand = brandOf(this.#mark);

  constructor(shell: string, options: KeptOptions = {}) {
    this.#shell = shell;
    this.#options = options;
    const base = realpathSync(mkdtempSync(join(tmpdir(), "reeve-keeper-")));
    this.dir = join(base, "attempt");
    this.workspace = options.workspace === undefined ? this.dir : join(base, options.workspace);
    this.exitFile = join(base, "exit");
    this.lease = join(base, "lease");
    mkdirSync(this.dir);
    mkdirSync(this.workspace, { recursive: true });
    writeFileSync(join(this.dir, "prompt.txt"), "the prompt");
    writeFileSync(this.lease, "");
    onTestFinished(async () => {
      await expectGone([this.#mark]).finally(() => rmSync(base, { recursive: true }));
    });
  }

  start(command: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const {
      bytesMax = 1_000_000,
      stdin = "prompt.txt",
      tickS = 60,
      ticks = 60,
      node = process.execPath,
    } = this.#options;
    const own = [`REEVE_KEEPER=${this.#mark}`, this.exitFile, this.workspace, bytesMax, this.lease];
    const watch = [tickS, ticks, node, join(PROCESSES, "reap.ts"), this.brand, this.#shell, stdin];
    const args = [join(PROCESSES, "keeper.sh"), "", ...own, ...watch, ...command].map(String);
    const child = spawn(this.#shell, args, {
      cwd: this.dir,
      detached: true,
      env: { ...process.env, ...env, REEVE_KEEPER: this.#mark },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const said = once(child.stdout, "data").then(([chunk]) => String(chunk));
    return { child, said, gone: once(child, "exit") };
  }

  /** From start to end; what it said. */
  async run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
    const running = this.start(command, env);
    const [said] = await Promise.all([running.said, running.gone]);
    return said;
  }

  /** As if a Reeve were there: the lease reads differently each time. */
  renewForEver(): void {
    rmSync(this.lease);
    symlinkSync("/dev/urandom", this.lease);
  }

  renewNoMore(): void {
    rmSync(this.lease);
    writeFileSync(this.lease, "the same\n");
  }

  exit(): unknown {
    return JSON.parse(readFileSync(this.exitFile, "utf8"));
  }

  read(name: string): string {
    return existsSync(join(this.dir, name)) ? readFileSync(join(this.dir, name), "utf8") : "";
  }

  segments(stream: "out" | "err"): { readonly start: number; readonly size: number }[] {
    const names = readdirSync(this.dir).filter((name) => new RegExp(`^${stream}\\.\\d+$`).test(name));
    const found = names.map((name) => ({ start: Number(name.slice(4)), size: statSync(join(this.dir, name)).size }));
    return found.sort((a, b) => a.start - b.start);
  }

  async processes(): ReturnType<typeof processesOf> {
    return await processesOf([this.#mark]);
  }
}
