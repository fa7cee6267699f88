/** A real Chromium for tests of the page, and why there is none where there is none. */
import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { HANG_MS } from "../wait.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const program = PLACES.find((path) => existsSync(path));

/** Null: there is one. */
export function whyNoBrowser(): string | null {
  return program === undefined ? `no Chromium on this machine (${PLACES.join(", ")})` : null;
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: program ?? "", args: FLAGS });
}

export interface Opened {
  readonly page: Page;
  /** What the page complained of, and what it asked for elsewhere. */
  readonly complaints: string[];
}

export async function openPage(
  browser: Browser,
  url: string,
  options: { readonly width?: number; readonly height?: number; readonly theme?: "light" | "dark" } = {},
): Promise<Opened> {
  const { width = 1440, height = 900, theme = "light" } = options;
  // A context of its own, in which further tabs can be opened.
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  const page = await context.newPage();
  page.setDefaultTimeout(HANG_MS);
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => new URL(request.url()).host === new URL(url).host || complaints.push(request.url()));
  await page.goto(url);
  await page.locator(".runs li").first().waitFor();
  return { page, complaints };
}

interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
}

/** The page forbids scripts that are not its own; the debugger puts this one in. */
export async function seriousFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: Axe }).axe.run());
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
}
