/**
 * Opens the web view of a large run in Chromium, and lets things happen in it: how long until there is something to see,
 * until all of the run is there, and from the arrival of a change until it is painted. The server is the real one, in
 * this process; what happens is recorded as it is in a run.
 */
import { chromium } from "playwright-core";
import { findProject } from "../../src/app/project/project.ts";
import { runRules } from "../../src/runtime/run/run-rules.ts";
import { RunCache } from "../../src/views/web/server/run-cache.ts";
import { serveWeb } from "../../src/views/web/server/serve.ts";
import { median } from "../figures.ts";

const [root = "", program = "/usr/bin/chromium"] = process.argv.slice(2);
const UPDATES = 20;
/** A change that is not painted by then never will be. */
const PAINTED_MS = 30_000;
const token = "bench";

const project = findProject(root);
const nobody = () => Promise.reject(new Error("nobody looks at the repository"));
const cache = new RunCache();
const server = await serveWeb({
  here: project,
  env: {},
  openSurface: nobody,
  openFleet: nobody,
  now: Date.now,
  cache,
  token,
  port: 0,
  version: "0",
});
// Whoever has looked before has read the run; a first look is measured by itself.
const before = performance.now();
await cache.watch(project, "r1");
const readMs = performance.now() - before;

const browser = await chromium.launch({
  executablePath: program,
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
const origin = `http://127.0.0.1:${server.port}`;
await page.goto(`${origin}/#/open/${token}`);
await page.locator(".runs li").first().waitFor();
const paintMs = Number(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
const board = await page.locator('a[href$="/board"]').first().getAttribute("href");
const shownFrom = performance.now();
await page.goto(`${origin}/${board}`);
await page.locator(".card").first().waitFor();
const boardMs = performance.now() - shownFrom;

await page.evaluate(`
  globalThis.took = [];
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "reeve-data") requestAnimationFrame(() => setTimeout(() => took.push(performance.now() - startTime)));
  }).observe({ entryTypes: ["mark"] });
`);
const lease = await project.runs.lease("r1");
if ("heldBy" in lease) throw new Error("somebody works on it");
const run = await project.runs.open(lease, { rules: runRules, now: Date.now, dice: () => 0.5 });
const atWork = [...(await run.state()).attempts.live.keys()];

async function painted(n: number, what: string): Promise<void> {
  const until = performance.now() + PAINTED_MS;
  while (Number(await page.evaluate("took.length")) <= n) {
    if (performance.now() > until) throw new Error(`not painted: ${what}`);
    await page.evaluate("new Promise(requestAnimationFrame)");
  }
}

/** On this screen: from the arrival of each change to its painting. Every change is of another kind and another task. */
async function updatesOn(screen: string, mark: string): Promise<number[]> {
  await page.goto(`${origin}/${board?.replace(/board$/, screen)}`);
  await page.locator(mark).first().waitFor();
  await page.evaluate("took = []");
  for (let n = 0; n < UPDATES; n += 1) {
    const attempt = atWork[n % atWork.length] ?? "";
    // What changes nothing is not painted: a run that is paused is resumed, and the other way round.
    if (n % 3 === 0) await run.submit({ type: (await run.state()).run.phase === "paused" ? "resume" : "pause" });
    else {
      const usage = { tokens: 100_000 + n, usd: 1 + n / 100 };
      await run.submit({ type: "attempt_progressed", attempt, usage, activity: `step ${screen} ${n}`, session: null });
    }
    await painted(n, `${screen}, change ${n}`);
  }
  return (await page.evaluate("took")) as number[];
}

const updates = [
  ...(await updatesOn("board", ".card")),
  ...(await updatesOn("time", ".gantt .row")),
  ...(await updatesOn("graph", ".graph .n")),
  ...(await updatesOn("money", ".chart .line")),
];
await run.close();
await lease.release();
await browser.close();
await server.close();
console.log(JSON.stringify({ readMs, paintMs, boardMs, updateMs: median(updates), updateMsMax: Math.max(...updates) }));
process.exit(0);
