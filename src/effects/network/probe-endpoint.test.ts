import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { probeEndpoint } from "./probe-endpoint.ts";

const never = new AbortController().signal;

/** Gone with everything it accepted when the test is over; `hears` is called with what arrives. */
async function aServer(
  hears: (socket: Socket, text: string) => void = () => {},
): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => hears(socket, chunk.toString()));
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    const closed = Promise.withResolvers<void>();
    server.close(() => closed.resolve());
    await closed.promise;
  };
  onTestFinished(close);
  return { port: (server.address() as AddressInfo).port, close };
}

describe("a probe", () => {
  it("reaches what listens, sends nothing, and says the system's word when nobody does", async () => {
    const heard: string[] = [];
    const { port, close } = await aServer((_, text) => heard.push(text));
    expect(await probeEndpoint(`http://127.0.0.1:${port}`, {}, never)).toBeNull();
    expect(heard).toEqual([]);
    await close();
    expect(await probeEndpoint(`http://127.0.0.1:${port}`, {}, never)).toBe("ECONNREFUSED");
    expect(await probeEndpoint(`https://127.0.0.1:${port}`, {}, never)).toBe("ECONNREFUSED");
    expect(await probeEndpoint(`tcp://127.0.0.1:${port}`, {}, never)).toBe("ECONNREFUSED");
  });

  it("counts as reached whoever answers in another way than TLS", async () => {
    const { port } = await aServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(await probeEndpoint(`https://127.0.0.1:${port}`, {}, never)).toBeNull();
  });

  it("asks a proxy to connect, and believes it when it cannot", async () => {
    const asked: string[] = [];
    let status = "502 Bad Gateway";
    const { port } = await aServer((socket, text) => {
      asked.push(text.split("\r\n", 1)[0] ?? "");
      socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
    });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    expect(await probeEndpoint("https://api.example.com", env, never)).toBe("the proxy answered 502");
    status = "200 Connection established";
    expect(await probeEndpoint("https://api.example.com", env, never)).toBeNull();
    status = "407 Proxy Authentication Required";
    expect(await probeEndpoint("https://api.example.com", env, never)).toBeNull();
    expect(asked).toEqual(Array(3).fill("CONNECT api.example.com:443 HTTP/1.1"));
  });

  it("goes past the proxy where NO_PROXY says so", async () => {
    const { port, close } = await aServer();
    await close();
    const env = { http_proxy: "http://127.0.0.1:1", NO_PROXY: "localhost, 127.0.0.1" };
    expect(await probeEndpoint(`http://127.0.0.1:${port}`, env, never)).toBe("ECONNREFUSED");
  });

  it("tells nothing of what is no address, or when it is cut short", async () => {
    const { port } = await aServer();
    expect(await probeEndpoint("nonsense", {}, never)).toBeNull();
    expect(await probeEndpoint(`http://127.0.0.1:${port}`, {}, AbortSignal.abort())).toBeNull();
  });
});
