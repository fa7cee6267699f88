/** The body of a request, bounded: what is too long is not waited for. */
import type { IncomingMessage } from "node:http";

export const BODY_BYTES_MAX = 1024 * 1024;

export type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly status: 400 | 413 };

export async function readBody(request: IncomingMessage): Promise<Body> {
  if (Number(request.headers["content-length"] ?? 0) > BODY_BYTES_MAX) return { ok: false, status: 413 };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return { ok: false, status: 413 };
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    // One call per request: many in one would get round what is allowed at once.
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ok: true, value };
  } catch {
    // Told like everything else that is no object.
  }
  return { ok: false, status: 400 };
}
