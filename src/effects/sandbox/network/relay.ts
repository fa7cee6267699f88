/**
 * The relay inside a sandbox without a network: listens on loopback, where the program believes Reeve to be, and passes
 * every connection on through a socket in the file system, with one line that says which port is meant. Who is let through
 * is decided outside. It says on which port a proxy is, once, when all is ready.
 *
 *   relay DOORS PORT,PORT…
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { SOCKETS } from "./door-args.ts";

const [doors = "", ports = ""] = process.argv.slice(2);

await Promise.all(
  ports
    .split(",")
    .filter((port) => port !== "")
    .map((port) => listen(Number(port), SOCKETS.reeve, `tcp ${port}\n`)),
);
process.stdout.write(`${await listen(0, SOCKETS.hosts, "")}\n`);

function listen(port: number, door: string, first: string): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (inside) => pass(inside, door, first));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port }, () => resolve((server.address() as AddressInfo).port));
  });
}

function pass(inside: Socket, door: string, first: string): void {
  const outside = connect({ path: join(doors, door), allowHalfOpen: true });
  if (first !== "") outside.write(first);
  inside.pipe(outside).pipe(inside);
  inside.on("error", () => outside.destroy());
  outside.on("error", () => inside.destroy());
}
