/** Shapes that rules of several topics share: an HTTP status in its many spellings, the API spoken of, a host nearby. */
import type { SubjectSource } from "../rule.ts";

/** The API that is spoken of anywhere in the text. */
export const provider: SubjectSource = { from: "provider" };

/** A status as a program names it; a bare number, or a line and column, is none. */
export const status = (codes: string): RegExp =>
  new RegExp(
    `(?:api[ _]?error|http(?:/[\\d.]+)?|statuscode|status(?: ?code)?|error ?code|code|error|api_error_status|error_status|response|returned|got|request failed)["']?(?: [a-z]+)?["']?\\s*[:=(]?\\s*["']?(?:${codes})\\b(?![.:]\\d)`,
    "i",
  );

/** A host that a line near by names. */
export const host = {
  near: /\b(?<t>localhost:\d{2,5})\b|(?:https?:\/\/|host=['"]?|\bhost(?: ?name)?:? ?|\bto |resolve (?:host:? ?|proxy:? ?)?|getaddrinfo \w+ |registry |connect to )['"`]?(?<s>(?:[a-z0-9](?:[\w-]*[a-z0-9])?\.)+[a-z]{2,}|localhost)(?![\w/]*\.\w+\()/i,
  back: 6,
  ahead: 6,
  // A service without a name: of this machine or this network.
  else: { near: /\b(?<s>(?:\d{1,3}\.){3}\d{1,3}:\d{2,5})\b/, back: 2, ahead: 2 },
} as const satisfies SubjectSource;
