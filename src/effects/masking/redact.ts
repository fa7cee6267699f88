/**
 * Keeps the values of keys out of what is journaled, shown and sent: those this machine knows, and whatever has the format
 * of one. What a known secret is, `looks-secret.ts` decides, of formats `domain/secrets`. Only texts are touched, never the
 * words that say what kind of thing a thing is.
 */
import { MASK, maskSecrets } from "../../domain/secrets/mask-secrets.ts";
import { looksSecret, namesSecret, passwordIn, tokenFormat } from "./looks-secret.ts";

/** Shorter values are words that occur everywhere: hiding `test` would hide everything. */
const SECRET_LENGTH_MIN = 6;

/** The values not to be shown: of what is configured for the agent, and of what Reeve itself was started with. */
export function secretsOf(
  configured: Readonly<Record<string, string>>,
  inherited: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return secretsOfAll([configured], inherited);
}

/** The same for texts of which nobody knows by which agent they were written. */
export function secretsOfAll(
  configured: readonly Readonly<Record<string, string>>[],
  inherited: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const given = configured.flatMap((env) => Object.entries(env));
  const values = [
    ...given.flatMap(([name, value]) => secretsIn(name, value, looksSecret)),
    // Much of what a shell carries along looks like nothing in particular; there a known format has to tell.
    ...Object.entries(inherited).flatMap(([name, value = ""]) => secretsIn(name, value, tokenFormat)),
  ];
  const long = values.filter((value) => value.length >= SECRET_LENGTH_MIN);
  return [...new Set(long)].sort((a, b) => b.length - a.length);
}

function secretsIn(name: string, value: string, looks: (value: string) => boolean): readonly string[] {
  const password = passwordIn(value);
  if (password.length > 0) return [value, ...password];
  return namesSecret(name) || looks(value) ? [value] : [];
}

/** Every text inside the value, with the secrets replaced. */
export function redact<T>(value: T, secrets: readonly string[]): T {
  const known = secrets.length === 0 ? value : (redactAny(value, patternOf(secrets)) as T);
  return maskSecrets(known);
}

/** One of these says what kind of thing it is in: a secret that happens to be such a word hides nothing there. */
const KIND_KEYS: ReadonlySet<string> = new Set(["type", "status", "class", "restart"]);
const KIND = /^[a-z]+(?:_[a-z]+)*$/;

function redactAny(value: unknown, pattern: RegExp): unknown {
  if (typeof value === "string") return value.replace(pattern, MASK);
  if (Array.isArray(value)) return value.map((item) => redactAny(item, pattern));
  if (typeof value !== "object" || value === null) return value;
  const isKind = (key: string, item: unknown) => KIND_KEYS.has(key) && typeof item === "string" && KIND.test(item);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isKind(key, item) ? item : redactAny(item, pattern)]),
  );
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;
const patterns = new WeakMap<readonly string[], RegExp>();

/** All at once, the longer ones first: what was put in a secret's place is not looked at again. */
function patternOf(secrets: readonly string[]): RegExp {
  const known = patterns.get(secrets);
  if (known) return known;
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((secret) => secret.replaceAll(SPECIAL, "\\$&")).join("|"), "g");
  patterns.set(secrets, pattern);
  return pattern;
}
