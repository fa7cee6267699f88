/** Listening where nobody outside this machine can reach: on the port of before where that is free, else on any. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The port. Rejects only where this machine does not let anybody listen. */
export async function listenOnLoopback(server: Server, wanted: number): Promise<number> {
  try {
    await listenOn(server, wanted);
  } catch (error) {
    if (wanted === 0 || !isTaken(error)) throw error;
    await listenOn(server, 0);
  }
  return (server.address() as AddressInfo).port;
}

function listenOn(server: Server, port: number): Promise<void> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen({ host: "127.0.0.1", port }, () => {
    server.off("error", listening.reject);
    listening.resolve();
  });
  return listening.promise;
}

function isTaken(error: unknown): boolean {
  return ["EADDRINUSE", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "");
}
