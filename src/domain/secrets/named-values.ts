/**
 * Secrets that have no format of their own and are known by what stands before them: `DB_PASSWORD=…`, `"apiKey": "…"`,
 * `Authorization: Bearer …`, `scheme://user:password@host`. Code that only names a secret (`password: string`,
 * `token = next()`) has none. What is named a password is one whatever it looks like; what is named a key or a token has to
 * look made by a machine, for there are many keys and tokens that open nothing.
 */
import { isFiller, isPlaceholder, isReference } from "./placeholder.ts";
import type { Span } from "./span.ts";

export function namedValuesIn(text: string): readonly Span[] {
  const named = NAMES.test(text) ? [...bearersIn(text), ...loginsIn(text), ...assignedIn(text)] : [];
  return [...addressesIn(text), ...named, ...besideAwsIds(text)];
}

/** One of these words is there wherever something is named so. */
const NAMES = /pass|pwd|secret|token|key|credential|bearer|basic|authorization|-u |--user/i;

const ADDRESS = /:\\{0,4}\/\\{0,4}\/([^\s:@/?#"'`<>\\]{0,128}):([^\s/"'`<>\\]{1,256})@(?=[\w[.%$-])/g;
const DATABASES =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|cockroachdb|oracle)(?:\+\w{1,12})?$/i;
const SCHEME_LENGTH_MAX = 24;

/** User and password of an address; the address itself stays readable. */
function addressesIn(text: string): readonly Span[] {
  return [...text.matchAll(ADDRESS)].flatMap((match) => {
    const [whole, user = "", password = ""] = match;
    const scheme = text.slice(Math.max(0, match.index - SCHEME_LENGTH_MAX), match.index);
    if (isReference(password) || isFiller(password) || /^%[a-z]$|^\W+$/i.test(password)) return [];
    const to = match.index + whole.length - 1;
    const from = to - user.length - password.length - 1;
    const isSaid = isPlaceholder(password) || password.toLowerCase() === user.toLowerCase();
    const kind = DATABASES.test(scheme) ? "database-url" : "basic-auth";
    return [{ from, to, kind, ...(isSaid && { isWeak: true as const }) }];
  });
}

const BEARER =
  /(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%20))(?:bearer|basic|token)(?:[ \t]|%20){1,4}([A-Za-z0-9._~+/=-]{16,4096})/gi;

/** What is sent to be let in. */
function bearersIn(text: string): readonly Span[] {
  return [...text.matchAll(BEARER)].flatMap((match) => {
    const [whole, value = ""] = match;
    if (!isMachineMade(value)) return [];
    const to = match.index + whole.length;
    return [{ from: to - value.length, to, kind: "bearer", ...(isPlaceholder(value) && { isWeak: true as const }) }];
  });
}

const LOGIN =
  /(?:authorization\\{0,4}["'`]?[ \t]{0,4}[:=][ \t]{0,4}\\{0,4}["'`]?(?:bearer|basic|token)[ \t]{1,4}|login[ \t\n]{1,4}\S{1,128}[ \t\n]{1,4}password[ \t]{1,4}|[ \t](?:-u|--user)[ =]["'`]?[\w.@-]{1,64}:)([^\s"'`\\]{8,4096})/gi;

/** Where it is plain from what stands before it that somebody is let in by it: a header, a line of .netrc, an option. */
function loginsIn(text: string): readonly Span[] {
  return [...text.matchAll(LOGIN)].flatMap((match) => {
    const [whole, value = ""] = match;
    const isOption = /^[ \t]-/.test(whole);
    if (isPlaceholder(value) || (isOption && !isPassword(value, false))) return [];
    const to = match.index + whole.length;
    return [{ from: to - value.length, to, kind: isOption ? "password" : "bearer" }];
  });
}

const NAMED =
  /(passw(?:or)?d|passphrase|pwd|(?:api|access|secret|private|auth|signing|encryption|master|client|service|account)[_-]?key|secret|token|credentials?)([A-Za-z0-9_-]{0,24})(\\{0,4}["'`]?\]?)([ \t]{0,4}(?:=>|:=|[=:])[ \t]{0,4})(\\{0,4}["'`]?)/gi;
const NAME_LENGTH_MAX = 60;

function assignedIn(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(NAMED)) {
    // Within a value that was taken already.
    if (match.index < (spans.at(-1)?.to ?? 0)) continue;
    const span = assignedAt(text, match);
    if (span) spans.push(span);
  }
  return spans;
}

function assignedAt(text: string, match: RegExpExecArray): Span | null {
  const [whole, word = "", rest = "", , sign = "", quote = ""] = match;
  const from = match.index + whole.length;
  const before =
    /[A-Za-z0-9_.-]*$/.exec(text.slice(Math.max(0, match.index - NAME_LENGTH_MAX), match.index))?.[0] ?? "";
  const value = valueAt(text, from, quote);
  if (/^[=>~]/.test(value) || isReference(value)) return null;
  const name = `${before}${word}${rest}`;
  if (/^(?:old)?pwd$/i.test(name) && /^[./~]/.test(value)) return null;
  const isVariable = /^[A-Z][A-Z0-9_]*$/.test(name) && sign === "=";
  const isLiteral = isVariable || /["'`]$/.test(quote) || !isCode(value, text[from + value.length] ?? "", sign);
  const kind = /^p(?:ass|wd)/i.test(word) ? "password" : "named-key";
  const isSecret = kind === "password" ? isPassword(value, isVariable) : isKeyName(name, rest) && isMachineMade(value);
  return isLiteral && isSecret && !isPlaceholder(value) ? { from, to: from + value.length, kind } : null;
}

const QUOTED: Readonly<Record<string, RegExp>> = {
  '"': /[^"\r\n\\]{0,512}/y,
  "'": /[^'\r\n\\]{0,512}/y,
  "`": /[^`\r\n\\]{0,512}/y,
};
const BARE = /[^\s"'`\\,<>(){}[\]&|]{0,512}/y;

function valueAt(text: string, from: number, quote: string): string {
  const pattern = QUOTED[quote.at(-1) ?? ""] ?? BARE;
  pattern.lastIndex = from;
  return (pattern.exec(text)?.[0] ?? "").replace(/[;.:]{1,9}$/, "");
}

/** `user.password`, `make()`, a type: what a program reads is not what a person wrote down. */
function isCode(value: string, following: string, sign: string): boolean {
  if (following === "(" || following === "[" || following === "{") return true;
  if (/^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(value)) return true;
  return sign.includes("=") && /^[A-Za-z_$][A-Za-z_$]*\d{0,2}$/.test(value);
}

const PASSWORD_LENGTH_MIN = 6;

/** Where a variable is set, all of it counts; elsewhere it has to be more than a word. */
function isPassword(value: string, isVariable: boolean): boolean {
  if (value.length < PASSWORD_LENGTH_MIN) return false;
  if (/\s/.test(value)) return isVariable;
  return isVariable || (/\d/.test(value) && /[A-Za-z]/.test(value)) || /[!@#$%^*+=~?]/.test(value);
}

/** `TOKEN_LIMIT`, `tokenizer`, `secretName`, `publicKey` and the like name something else. */
function isKeyName(name: string, rest: string): boolean {
  if (/public|primary|foreign|cache|csrf|xsrf|next_?page|cursor|partition|sort[_-]?key/i.test(name)) return false;
  return /^(?:[_-]?(?:\d+|id|prod|production|live|staging|main|value|v\d))?$/i.test(rest);
}

const MACHINE_LENGTH_MIN = 16;

/** Long, letters and digits mixed, and not words with a number at their end. */
function isMachineMade(value: string): boolean {
  if (value.length < MACHINE_LENGTH_MIN || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/\s|:\/\/|^[./]/.test(value)) return false;
  const parts = value.split(/[-_./=+~:]+/).filter((part) => part !== "");
  const isWords = parts.every((part) => /^(?:[A-Za-z][a-z]{0,14}|[A-Z]{1,14}|\d{1,4}|v\d{1,3})$/.test(part));
  return !isWords;
}

const AWS_NAME = /(?:aws.{0,20}(?:secret|key)|secret.{0,2}access.{0,2}key|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b)/i;
const AWS_KEY = /(?:(?<![A-Za-z0-9/+=_.-])|(?<=\\[nrt]))[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_.-])/g;
const AWS_NEAR = 200;

/** Forty letters have no format. Near what names an AWS key they are one; elsewhere they are hidden if they look like it. */
function besideAwsIds(text: string): readonly Span[] {
  return [...text.matchAll(AWS_KEY)].flatMap((match) => {
    const [value] = match;
    if (!/\d/.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return [];
    const near = text.slice(Math.max(0, match.index - AWS_NEAR), match.index + value.length + AWS_NEAR);
    const isNear = AWS_NAME.test(near);
    if (!isNear && (entropyOf(value) < RANDOM_BITS || (value.match(/\d/g)?.length ?? 0) < 2)) return [];
    const isWeak = !isNear || isPlaceholder(value);
    return [
      { from: match.index, to: match.index + value.length, kind: "aws-key", ...(isWeak && { isWeak: true as const }) },
    ];
  });
}

const RANDOM_BITS = 4.3;

/** Bits per letter, as if each were drawn alone. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}
