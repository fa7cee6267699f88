/** Agents that hang up before Reeve is ready to hear them: nothing of that is counted against them. */
import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { expect, test } from "vitest";
import type { CallbackAddress } from "../../src/effects/callback/callback-port.ts";
import { untilPasses } from "../wait.ts";
import { openLab, post, toolCall } from "./lab.ts";

const READ = toolCall("read_task");

test("calls that were given up before Reeve was ready count for nothing", async () => {
  const lab = await openLab({ isReady: false });
  const own = lab.address("a.1");
  for (let i = 0; i < 40; i += 1) await hangUpAtOnce(own);
  lab.callback.begin();
  await untilPasses("Reeve to hear it", async () => expect((await post(own, READ)).status).toBe(200));
});

function hangUpAtOnce({ url, token }: CallbackAddress): Promise<unknown> {
  const { hostname, port } = new URL(url);
  const socket = connectSocket(Number(port), hostname);
  const head = [
    `POST /mcp HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${token}`,
    "Content-Length: 2",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n{}`);
  return once(socket.resume(), "close");
}
