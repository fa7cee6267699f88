/** What messages are sent to in tests: programs on a PATH of their own, a server that keeps what it gets; and a message. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { Notice } from "../src/domain/notice.ts";
import { listen, portOf } from "./gateway/lab.ts";

export const NOTICE: Notice = {
  id: "n3",
  severity: "high",
  cause: "task blocked",
  title: "build asks you (q1): größer <b>?",
  text: "Which colour & size?\n1. red",
  commands: ["reeve answer q1 1 --run r1"],
  questions: ["q1"],
  again: 0,
  to: ["it"],
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
};

export function aFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-notify-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A program of this name, and the environment in which it is found. */
export function aProgram(name: string, script: string): { readonly dir: string; readonly env: NodeJS.ProcessEnv } {
  const dir = aFolder();
  writeFileSync(join(dir, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(dir, name), 0o755);
  return { dir, env: { ...process.env, PATH: `${dir}:${process.env["PATH"]}` } };
}

interface Request {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  return (await json(request)) as Record<string, unknown>;
}

export async function aServer(status: number): Promise<{ readonly url: string; readonly requests: Request[] }> {
  const requests: Request[] = [];
  const server = await listen((request, response) => {
    void bodyOf(request).then((body) => {
      requests.push({ path: request.url ?? "", authorization: request.headers.authorization, body });
      response.writeHead(status).end("no matter");
    });
  });
  return { url: `http://127.0.0.1:${portOf(server)}`, requests };
}
