/**
 * What is let out of sandboxes without a network: connections to Reeve's own doors, and through a proxy to the hosts that a
 * person named. One socket in a folder that is laid into every sandbox of the run; a Reeve that comes back listens there
 * again, so agents that live on reach it. It keeps nothing of what passes.
 */
import { closeSync, openSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { makeFolderSync } from "../../files/make-folder.ts";
import { http } from "../../loopback/http.ts";
import { isAllowed } from "./allowed-host.ts";
import { SOCKETS } from "./door-args.ts";

export interface Doors {
  readonly dir: string;
  readonly close: () => Promise<void>;
}

export interface DoorsOptions {
  readonly dir: string;
  /** The ports that Reeve listens on now. */
  readonly ports: () => readonly number[];
  readonly hosts: readonly string[];
  /** Each time somebody wants to reach a host, allowed or not. */
  readonly onHost?: (host: string) => void;
}

export async function openDoors({ dir, ports, hosts, onHost = () => {} }: DoorsOptions): Promise<Doors> {
  makeFolderSync(dir, 0o700);
  // The path of a socket may be 107 bytes long; that of a project may be longer.
  const folder = openSync(dir, "r");
  const at = process.platform === "linux" ? `/proc/self/fd/${folder}` : dir;
  const proxy = hosts.length === 0 ? null : openProxy(hosts, onHost);
  const server = createServer({ allowHalfOpen: true }, (socket) => admit(socket, ports));
  for (const name of Object.values(SOCKETS)) rmSync(join(dir, name), { force: true });
  await listen(server, join(at, SOCKETS.reeve));
  if (proxy) await listen(proxy, join(at, SOCKETS.hosts));
  return {
    dir,
    close: async () => {
      server.close();
      proxy?.closeAllConnections();
      proxy?.close();
      closeSync(folder);
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path }, resolve);
    // Nobody stays because of a door.
    server.unref();
  });
}

const LINE_BYTES_MAX = 64;
const LINE_MS_MAX = 10_000;

/** The first line says which port is meant. */
function admit(socket: Socket, ports: () => readonly number[]): void {
  socket.on("error", () => socket.destroy());
  socket.setTimeout(LINE_MS_MAX, () => socket.destroy());
  let head = Buffer.alloc(0);
  const read = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\n");
    if (end < 0 && head.length <= LINE_BYTES_MAX) return;
    socket.off("data", read);
    socket.pause();
    socket.setTimeout(0);
    const line = end < 0 ? "" : head.toString("latin1", 0, end);
    if (head.length > end + 1) socket.unshift(head.subarray(end + 1));
    const port = Number(/^tcp (\d{1,5})$/.exec(line)?.[1] ?? 0);
    if (ports().includes(port)) connectBoth(socket, connect({ host: "127.0.0.1", port, allowHalfOpen: true }));
    else socket.destroy();
  };
  socket.on("data", read);
}

function connectBoth(one: Socket, other: Socket): void {
  one.on("error", () => other.destroy());
  other.on("error", () => one.destroy());
  one.pipe(other).pipe(one);
}

function openProxy(hosts: readonly string[], onHost: (host: string) => void) {
  const server = http.createServer((request, response) => {
    onHost(target(request.url ?? "").host);
    forward(request, response, hosts);
  });
  server.on("connect", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const { host, port } = target(`https://${request.url ?? ""}`);
    onHost(host);
    if (!isAllowed(host, hosts)) return void socket.end(`HTTP/1.1 403 Forbidden\r\n\r\n${refusal(host)}\n`);
    const outside = connect({ host, port: port || 443 }, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      if (head.length > 0) outside.write(head);
      connectBoth(socket, outside);
    });
    outside.once("error", () => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
    socket.on("error", () => outside.destroy());
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  return server;
}

function forward(request: IncomingMessage, response: ServerResponse, hosts: readonly string[]): void {
  const { host, port, path } = target(request.url ?? "");
  if (!isAllowed(host, hosts)) {
    response.writeHead(403, { "content-type": "text/plain" }).end(`${refusal(host)}\n`);
    return;
  }
  const { method, headers } = request;
  const onward = http.request({ host, port: port || 80, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  request.pipe(onward);
}

function target(address: string): { readonly host: string; readonly port: number; readonly path: string } {
  try {
    const { hostname, port, pathname, search } = new URL(address);
    return { host: hostname, port: Number(port), path: `${pathname}${search}` };
  } catch {
    return { host: "", port: 0, path: "/" };
  }
}

function refusal(host: string): string {
  return `Reeve's sandbox does not let agents reach ${host || "this address"}; add it to sandbox.hosts in reeve.yaml.`;
}
