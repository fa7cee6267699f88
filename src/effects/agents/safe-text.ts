/** Keeps the values of keys out of the journal. The files of an attempt are never changed by it. */

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;
/** Shorter values are words that occur everywhere: hiding `test` would hide everything. */
const SECRET_LENGTH_MIN = 6;

/** The values not to be shown: all that is configured for the agent, and whatever is named like a key. */
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
  const named = Object.entries(inherited).filter(([name]) => SECRET_NAME.test(name));
  const values = [...configured.flatMap((env) => Object.values(env)), ...named.map(([, value]) => value ?? "")];
  const long = values.filter((value) => value.length >= SECRET_LENGTH_MIN);
  return [...new Set(long)].sort((a, b) => b.length - a.length);
}

/** Every text inside the value, with the secrets replaced. */
export function redact<T>(value: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return value;
  return redactAny(value, secrets) as T;
}

function redactAny(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return secrets.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), value);
  if (Array.isArray(value)) return value.map((item) => redactAny(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactAny(item, secrets)]));
}
