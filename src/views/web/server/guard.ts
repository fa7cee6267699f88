/**
 * Who may talk to the server: somebody on this machine who has the token. The host must be this machine by name, a page of
 * another origin is refused, and the token goes in a header, so that no link and no form can use it. Every answer says what
 * a browser may load: what this server has, and nothing inline.
 */
import { timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";

const HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** For all: where it comes from, and what its answer may do. */
export function guardOrigin(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    const names = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port()}`);
    const host = context.req.header("host") ?? "";
    if (!names.includes(host)) return context.json({ error: "This server answers this machine alone." }, 403);
    const origin = context.req.header("origin");
    if (origin !== undefined && !names.some((name) => origin === `http://${name}`))
      return context.json({ error: "Another page may not ask this server." }, 403);
    const site = context.req.header("sec-fetch-site");
    if (site === "cross-site" || site === "same-site")
      return context.json({ error: "Another page may not ask this server." }, 403);
    return next();
  };
}

/** For all but the page itself, which holds nothing. */
export function guardToken(token: string): MiddlewareHandler {
  return async (context, next) => {
    context.header("Cache-Control", "no-store");
    const given = /^Bearer (\S+)$/.exec(context.req.header("authorization") ?? "")?.[1];
    if (given === undefined || !isSame(given, token))
      return context.json(
        {
          error: "The token is missing or wrong. Open the address that `reeve serve` printed, with all that follows #.",
        },
        401,
      );
    return next();
  };
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
