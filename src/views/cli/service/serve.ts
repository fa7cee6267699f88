/** `reeve serve`: the web view of this machine's projects, on this machine alone, until it is ended. Work goes on without it. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { newestRun } from "../../../app/pages/project-list.ts";
import { findProject } from "../../../app/project/project.ts";
import type { World } from "../../../app/world.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, print, printJson } from "../io.ts";

export interface ServeOptions extends CommonOptions {
  readonly port?: number;
}

const PORT = 7331;

export async function serveCommand(
  io: Io,
  world: World,
  signal: AbortSignal,
  options: ServeOptions,
): Promise<ExitCode> {
  const [{ serveWeb }, { RunCache }] = await Promise.all([
    import("../../web/server/serve.ts"),
    import("../../web/server/run-cache.ts"),
  ]);
  const token = randomBytes(24).toString("base64url");
  const here = findProject(io.cwd);
  const cache = new RunCache();
  const shop = { here, cache, env: world.env, openSurface: world.openSurface, openFleet: world.openFleet, now: io.now };
  const start = (port: number) => serveWeb({ ...shop, token, port, version: version() });
  const served = await start(options.port ?? PORT).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
    // Nobody asked for this very one.
    return options.port === undefined ? start(0) : null;
  });
  if (served === null)
    return badInput(io, options.json, `port ${options.port} is in use. Name another with --port, or leave it out.`);
  // What follows # never leaves the browser.
  const url = `http://127.0.0.1:${served.port}/#/open/${token}`;
  if (options.json) printJson(io, { url, port: served.port });
  else print(io, [`Open ${url}`, "This machine only. Ctrl-C ends the view; runs keep working without it."]);
  // A long run takes a moment to read; it is there when the page asks for it.
  const newest = await newestRun({ id: "", name: "", project: here }, io.now());
  if (newest !== null) cache.watch(here, newest.view.run.id).catch(() => {});
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await served.close();
  return EXIT.ok;
}

function version(): string {
  const file = new URL("../../../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
}
