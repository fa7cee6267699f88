/** What a request asks for, read by its schema; what is wrong with it comes back as a sentence that names the field. */
import type { HonoRequest } from "hono";
import { z } from "zod";
import { type Query, querySchema } from "./routes.ts";

export type ReadIn<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** Only what this address takes: a word that is misspelt must not be passed over. */
export function readQuery(given: Record<string, string>, names: readonly (keyof Query)[]): ReadIn<Query> {
  const shape = Object.fromEntries(names.map((name) => [name, querySchema.shape[name]]));
  const read = z.strictObject(shape).safeParse(given);
  return read.success ? { ok: true, value: read.data as Query } : { ok: false, error: sentence(read.error) };
}

export async function readBody(request: HonoRequest, schema: z.ZodType | undefined): Promise<ReadIn<unknown>> {
  if (schema === undefined) return { ok: true, value: undefined };
  let given: unknown;
  try {
    given = await request.json();
  } catch {
    return { ok: false, error: "The body is no JSON." };
  }
  const read = schema.safeParse(given);
  return read.success ? { ok: true, value: read.data } : { ok: false, error: sentence(read.error) };
}

const ISSUES_MAX = 3;

function sentence({ issues }: z.ZodError): string {
  const told = issues.slice(0, ISSUES_MAX).map(({ path, message }) => {
    const field = path.map(String).join(".");
    return field === "" ? message : `${field}: ${message}`;
  });
  return `The request is malformed. ${told.join("; ")}.`;
}
