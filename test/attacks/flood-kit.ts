/** Connections of somebody who means harm: many at once, that say this and no more; and one that asks. */
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => (socket.closed ? resolve() : socket.once("close", () => resolve())));
}

/** So many connections that send this and no more. Whether they are taken is not their business. */
export async function flood(port: number, count: number, text: string): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1"));
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const settled = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on("error", () => resolve());
        socket.once("close", () => resolve());
        socket.once("connect", () => (text === "" ? resolve() : socket.write(text, () => resolve())));
        // What is answered is read, so that the end is seen.
        socket.resume();
      }),
  );
  await Promise.all(settled);
  return sockets;
}

export function statusOf(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers, agent: false });
    sent.once("error", reject);
    sent.once("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
      sent.destroy();
    });
    sent.write(body);
    if (headers["content-length"] === undefined) sent.end();
  });
}
