/**
 * The server of the web view: the page, its API, streams and metrics, on this machine alone. It listens on loopback, knows
 * one token, and calls use cases; it decides nothing and keeps nothing but what it has read.
 */
import { existsSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { type HttpBindings, serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { findRun } from "../../../app/project/open-run.ts";
import type { Refusal } from "../../../app/refusal.ts";
import { boundServer, type ServerBounds, serverOptions, type Welcome } from "../../../app/service/bound-server.ts";
import { refusalText } from "../../refusals/refusal-words.ts";
import { findListed, type Shop } from "./answers.ts";
import { guardOrigin, guardToken } from "./guard.ts";
import { METRICS_TYPE, metricsText } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import { overview } from "./overview.ts";
import { readBody, readQuery } from "./read-request.ts";
import { type Asked, ROUTES, type Route } from "./routes.ts";
import { safeJson } from "./safe-json.ts";
import { streamEvents, streamPage } from "./streams.ts";

export interface ServeOptions extends Shop {
  readonly token: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly version: string;
  /** For tests: fewer strangers, or less time. */
  readonly bounds?: ServerBounds;
}

export interface Served {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Rejects where the port is taken. */
export async function serveWeb(options: ServeOptions): Promise<Served> {
  let port = options.port;
  let welcome: Welcome = () => {};
  const app = buildApp(
    options,
    () => port,
    (request) => welcome(request),
  );
  const listening = Promise.withResolvers<AddressInfo>();
  const place = { hostname: "127.0.0.1", port, serverOptions: serverOptions(options.bounds) };
  const server = serve({ fetch: app.fetch, ...place }, listening.resolve);
  server.once("error", listening.reject);
  welcome = boundServer(server, options.bounds);
  port = (await listening.promise).port;
  return {
    port,
    close: async () => {
      await options.cache.close();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed.promise;
    },
  };
}

const BODY_BYTES_MAX = 100_000;

function buildApp(options: ServeOptions, port: () => number, welcome: Welcome): Hono {
  const app = new Hono();
  app.use("*", guardOrigin(port));
  app.get("/", (context) => asset(context, "index.html", "text/html; charset=utf-8"));
  app.get("/app.js", (context) => asset(context, "app.js", "text/javascript; charset=utf-8"));
  app.get("/icon.svg", (context) => asset(context, "icon.svg", "image/svg+xml"));
  app.get("/app.css", (context) => asset(context, "app.css", "text/css; charset=utf-8"));
  app.use("*", guardToken(options.token));
  app.use("*", (context, next) => {
    welcome((context.env as HttpBindings).incoming);
    return next();
  });
  app.use("/api/*", bodyLimit({ maxSize: BODY_BYTES_MAX, onError: tooLarge }));
  app.get("/api/openapi.json", (context) => context.json(openApi(options.version) as object));
  app.get("/metrics", async (context) =>
    context.body(metricsText(await overview(options)), 200, { "Content-Type": METRICS_TYPE }),
  );
  for (const route of ROUTES) app.on(route.method, `/api${route.path}`, (context) => answer(context, options, route));
  app.get("/api/projects/:project/runs/:run/events", (context) => stream(context, options, "events"));
  app.get("/api/projects/:project/runs/:run/page", (context) => stream(context, options, "page"));
  app.notFound((context) => context.json({ error: "There is nothing at this address." }, 404));
  app.onError((error, context) => context.json({ error: error.message }, 500));
  return app;
}

async function answer(context: Context, shop: Shop, route: Route): Promise<Response> {
  const found = await placeOf(context, shop);
  if ("error" in found) return context.json({ error: found.error }, 404);
  const query = readQuery(context.req.query(), route.query ?? []);
  if (!query.ok) return context.json({ error: query.error }, 400);
  const body = await readBody(context.req, route.body);
  if (!body.ok) return context.json({ error: body.error }, 400);
  const task = context.req.param("task") ?? "";
  const from = connectionOf(context);
  const reply = await route.act(shop, { ...found, task, query: query.value, body: body.value, from });
  if (!reply.ok) return refuse(context, reply.refusal);
  return context.body(safeJson(reply.value), 200, { "Content-Type": "application/json" });
}

/** Whoever has hung up has no port any more. */
function connectionOf(context: Context): Asked["from"] {
  const { remotePort = 0, localPort = 0 } = (context.env as HttpBindings).incoming.socket;
  return { remotePort, localPort };
}

async function stream(context: Context, shop: Shop, which: "events" | "page"): Promise<Response> {
  const found = await placeOf(context, shop);
  if ("error" in found) return context.json({ error: found.error }, 404);
  const { project, run } = found;
  const query = readQuery(context.req.query(), which === "events" ? ["from"] : []);
  if (!query.ok) return context.json({ error: query.error }, 400);
  return which === "events"
    ? streamEvents(context, project, run, query.value.from)
    : streamPage(context, shop, { project, run, isThere: async () => !("error" in (await placeOf(context, shop))) });
}

/** A run that is not there is told as every command tells it. */
async function placeOf(context: Context, shop: Shop) {
  const id = context.req.param("project");
  const listed = id === undefined ? undefined : findListed(shop, id);
  if (id !== undefined && listed === undefined) return { error: "Reeve knows no such project on this machine." };
  const project = listed?.project ?? shop.here;
  const run = context.req.param("run");
  if (run === undefined) return { project, run: "" };
  const place = await findRun(project, run);
  return place.ok ? { project, run: place.value.id } : { error: refusalText(place.refusal) };
}

function tooLarge(context: Context): Response {
  return context.json({ error: `An order has at most ${BODY_BYTES_MAX.toLocaleString("en-US")} bytes.` }, 413);
}

function refuse(context: Context, refusal: Refusal): Response {
  return context.json({ error: refusalText(refusal) }, refusal.what === "not_a_person" ? 403 : 409);
}

function asset(context: Context, name: string, type: string): Response {
  const place = ["../assets/", "../../../../dist/views/web/assets/"]
    .map((path) => new URL(`${path}${name}`, import.meta.url))
    .find((url) => existsSync(url));
  if (place === undefined) return context.text("The page is not built: npm run build.", 404);
  return context.body(readFileSync(place), 200, { "Content-Type": type, "Cache-Control": "no-cache" });
}
