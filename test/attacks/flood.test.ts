/** Somebody on this machine, without a token, tries to keep agents from reaching Reeve, or to end it. All three servers. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { listenOnLoopback } from "../../src/effects/loopback/listen-on-loopback.ts";
import { openDoor } from "../../src/effects/loopback/open-door.ts";
import { RunCache } from "../../src/views/web/server/run-cache.ts";
import { serveWeb } from "../../src/views/web/server/serve.ts";
import { aProject } from "../app-lab.ts";
import { openLab as openCallbackLab, toolCall } from "../callback/lab.ts";
import { AGENT, ATTEMPT, json, openLab as openGatewayLab } from "../gateway/lab.ts";
import { until } from "../wait.ts";
import { flood, gone, statusOf } from "./flood-kit.ts";

const BOUNDS = { strangersMax: 16, headersMs: 300 };

interface DoorUnderTest {
  readonly port: number;
  /** Somebody who may call does; with which headers. */
  readonly call: (headers?: Readonly<Record<string, string>>) => Promise<number>;
}

const DOORS: Readonly<Record<string, (bounds?: typeof BOUNDS) => Promise<DoorUnderTest>>> = {
  callback: async (bounds) => {
    const lab = await openCallbackLab(bounds && { bounds });
    const { url, token } = lab.address("a.1");
    const body = JSON.stringify(toolCall("read_task"));
    const own = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    return { port: lab.callback.port, call: (headers = {}) => statusOf(url, { ...own, ...headers }, body) };
  },
  gateway: async (bounds) => {
    const lab = await openGatewayLab((_, response) => json(response, 200, {}), bounds && { bounds });
    const url = `${lab.gateway.urlFor(AGENT, ATTEMPT, "anthropic")}/v1/messages`;
    return { port: lab.gateway.port, call: (headers = {}) => statusOf(url, headers, "{}") };
  },
  web: async (bounds) => {
    const here = aProject();
    const openSurface = () => Promise.reject(new Error("no test looks at a repository"));
    const openFleet = () => Promise.reject(new Error("no test works a run"));
    const shop = { here, env: { XDG_STATE_HOME: `${here.root}/machine` }, openSurface, openFleet, now: () => 90_000 };
    const options = {
      ...shop,
      cache: new RunCache(),
      token: "token",
      port: 0,
      version: "0",
      ...(bounds && { bounds }),
    };
    const server = await serveWeb(options);
    onTestFinished(() => server.close());
    const own = { authorization: "Bearer token", "content-type": "application/json" };
    // An order to a project that is not there: whoever may ask is told so.
    const call = async (headers = {}) => {
      const status = await statusOf(
        `http://127.0.0.1:${server.port}/api/projects/x/runs/r1/orders`,
        { ...own, ...headers },
        "{}",
      );
      return status === 404 ? 200 : status;
    };
    return { port: server.port, call };
  },
};

describe.each(Object.entries(DOORS))("the %s", (_name, open) => {
  it("serves agents while hundreds of connections say nothing, and keeps few of these", async () => {
    const { port, call } = await open({ ...BOUNDS, headersMs: 30_000 });
    const idle = await flood(port, 300, "");
    expect(await call()).toBe(200);
    await until("all but a few to be gone", () => idle.filter((socket) => !socket.closed).length <= 16);
    expect(await call()).toBe(200);
  });

  it("hangs up on whoever says nothing, or never comes to the end of its headers", async () => {
    const { port, call } = await open(BOUNDS);
    const sockets = [...(await flood(port, 4, "")), ...(await flood(port, 4, "POST / HTTP/1.1\r\nHost: x\r\nX-A: "))];
    await Promise.all(sockets.map(gone));
    expect(await call()).toBe(200);
  });

  it("refuses headers without end, garbage, and a body that is too large before it is sent", async () => {
    const { port, call } = await open();
    const garbage = [`GET / HTTP/1.1\r\n${"a: b\r\n".repeat(20_000)}`, "\0\0\0\0\r\n\r\n", "POST / HTTP/9.9\r\n\r\n"];
    for (const text of garbage) {
      const [socket] = await flood(port, 1, text);
      if (socket) await gone(socket);
    }
    expect(await call({ "content-length": `${300 * 1024 * 1024}` })).toBe(413);
    expect(await call()).toBe(200);
  });

  it("is not held up by headers and bodies that come byte by byte, nor by many who ask with a wrong token", async () => {
    const { port, call } = await open({ ...BOUNDS, strangersMax: 8 });
    const slow = await flood(
      port,
      8,
      "POST /api/overview HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n{",
    );
    const dripMs = 20;
    const dropOnEach = () => {
      for (const socket of slow) if (socket.writable) socket.write("x");
    };
    const drip = setInterval(dropOnEach, dripMs);
    onTestFinished(() => clearInterval(drip));
    const wrong = Array.from({ length: 64 }, () => call({ authorization: "Bearer wrong" }).catch(() => 0));
    expect(await call()).toBe(200);
    expect((await Promise.all(wrong)).filter((status) => status >= 500)).toEqual([]);
    await Promise.all(slow.map(gone));
    expect(await call()).toBe(200);
  });

  it("is for nobody who comes by another name, or from a page in a browser", async () => {
    const { port, call } = await open();
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", "localhost"])
      expect(await call({ host })).toBe(403);
    for (const origin of ["http://evil.example", "null", `http://127.0.0.1:${port + 1}`, `https://127.0.0.1:${port}`])
      expect(await call({ origin })).toBe(403);
    expect(await call({ host: `localhost:${port}`, origin: `http://127.0.0.1:${port}` })).toBe(200);
  });
});

describe("a machine without file descriptors", () => {
  it("keeps nobody out for longer than it lasts, and ends nothing", async () => {
    const program = fileURLToPath(new URL("./door-process.ts", import.meta.url));
    const child = spawn("/bin/sh", ["-c", 'ulimit -n 48; exec "$0" "$1"', process.execPath, program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await once(child, "close");
    });
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const port = Number(line);
    const sockets = await flood(port, 100, "");
    await until("connections to be refused", () => sockets.some((socket) => socket.closed));
    for (const socket of sockets) socket.destroy();
    const served = () => statusOf(`http://127.0.0.1:${port}/`, {}, "").catch(() => null);
    let status = await served();
    while (status === null) status = await served();
    expect(status).toBe(200);
  });

  it("does not end the web view either", async () => {
    const bin = fileURLToPath(new URL("../../bin/reeve.js", import.meta.url));
    const here = aProject();
    const env = { ...process.env, XDG_STATE_HOME: `${here.root}/machine` };
    const line = 'ulimit -n 64; exec "$0" "$1" serve --json';
    const child = spawn("/bin/sh", ["-c", line, process.execPath, bin], {
      cwd: here.root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null) await once(child, "close");
    });
    const [said] = await once(createInterface({ input: child.stdout }), "line");
    const { url, port } = JSON.parse(String(said)) as { url: string; port: number };
    const headers = { authorization: `Bearer ${url.split("/").at(-1)}` };
    for (let round = 0; round < 3; round += 1) {
      const sockets = await flood(port, 150, "");
      await until("connections to be refused", () => sockets.some((socket) => socket.closed));
      for (const socket of sockets) socket.destroy();
    }
    const served = () =>
      fetch(`http://127.0.0.1:${port}/api/overview`, { headers }).then(
        ({ status }) => status,
        () => null,
      );
    await until("it to answer", async () => (await served()) === 200);
    expect(child.exitCode).toBeNull();
  });

  it("is told once, with what to do", async () => {
    const said: string[] = [];
    const door = openDoor({ serve: () => {}, bodyMs: 30_000, onTrouble: (sentence) => said.push(sentence) });
    onTestFinished(() => void door.server.close());
    await listenOnLoopback(door.server, 0);
    for (let times = 0; times < 3; times += 1)
      door.server.emit("error", Object.assign(new Error("accept ENFILE"), { code: "ENFILE" }));
    expect(said).toEqual([expect.stringMatching(/no file descriptors left \(ENFILE\).*`ulimit -n`/)]);
  });
});
