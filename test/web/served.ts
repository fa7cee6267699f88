/** A server of the web view over a project of a test, and a client that has its token. Both go with the test. */
import { onTestFinished } from "vitest";
import type { Project } from "../../src/app/project/project.ts";
import { connectReeve } from "../../src/index.ts";
import { blocked, done } from "../../src/testing/outcomes.ts";
import { RunCache } from "../../src/views/web/server/run-cache.ts";
import { serveWeb } from "../../src/views/web/server/serve.ts";
import { aProject, aRun, ends } from "../app-lab.ts";

export const TOKEN = "a-token-for-tests";

/** `port`: 0 for any; one that was used before, for a server that comes back. */
export async function served(project: Project, port = 0) {
  const nobody = () => Promise.reject(new Error("no test looks at a repository"));
  const cache = new RunCache();
  const env = { XDG_STATE_HOME: `${project.root}/machine` };
  const shop = { here: project, env, openSurface: nobody, openFleet: nobody, now: () => 90_000, cache };
  const server = await serveWeb({ ...shop, token: TOKEN, port, version: "0" });
  onTestFinished(() => server.close());
  const origin = `http://127.0.0.1:${server.port}`;
  const client = connectReeve(`${origin}/#/open/${TOKEN}`);
  const get = (path: string, headers: Record<string, string> = { Authorization: `Bearer ${TOKEN}` }) =>
    fetch(`${origin}${path}`, { headers });
  return { ...server, origin, client, cache, get };
}

/** Two tasks: one done, one that asks. */
export async function aShop() {
  const project = aProject();
  await aRun(project, ["api", "page"], [...ends("api.1", done("api")), ...ends("page.1", blocked("page"))]);
  return { project, ...(await served(project)) };
}
