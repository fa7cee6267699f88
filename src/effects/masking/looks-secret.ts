/**
 * Whether the value of a variable is a secret: by the variable's name, by a password in an address, by the format of
 * well-known keys, and for what is configured for an agent by the rule "unless it is plainly harmless". Harmless are words,
 * numbers, paths, addresses, names of models; when in doubt it is a secret. Nothing is replaced here.
 */
import { findSecrets } from "../../domain/secrets/find-secrets.ts";

const ENDS_SECRET = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)$/i;
const HAS_SECRET =
  /(?:^|[^a-z])(?:KEYS?|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|PWD|PASS|CREDENTIALS?|AUTH|COOKIES?|DSN)(?:[^a-z]|$)/i;
/** Folders that shells name so. */
const NO_SECRET = /^(?:OLD)?PWD$/i;

/** The variable's name says so. */
export function namesSecret(name: string): boolean {
  return !NO_SECRET.test(name) && (ENDS_SECRET.test(name) || HAS_SECRET.test(name));
}

/** The password in an address like `scheme://user:password@host`, as it is written and as it is meant. */
export function passwordIn(value: string): readonly string[] {
  const [, written] = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:(\S+)@/i.exec(value) ?? [];
  if (!written) return [];
  try {
    return [...new Set([written, decodeURIComponent(written)])];
  } catch {
    return [written];
  }
}

/** A key of a well-known kind. */
export function tokenFormat(value: string): boolean {
  return findSecrets(value).some(({ isWeak }) => !isWeak);
}

/** For values that were configured on purpose. */
export function looksSecret(value: string): boolean {
  return tokenFormat(value) || !isHarmless(value);
}

const PARTS = /[\s/\\:;,.=@~_-]+/;
const SCHEME = /^[a-z][a-z+]{1,9}:\/\//;
const SHORT_MAX = 4;
const MIXED_MAX = 2;
const DIGITS_MAX = 12;

/** All of its parts are words or numbers; a few short mixed ones (`4o`, `v2`) are part of many names. */
function isHarmless(value: string): boolean {
  if (!/^[\w\s/\\:;,.=@~+-]*$/.test(value)) return false;
  const parts = value
    .replace(SCHEME, "")
    .split(PARTS)
    .filter((part) => part !== "");
  const mixed = parts.filter((part) => !isWord(part) && !/^\d{1,8}$/.test(part));
  const digits = value.replaceAll(/\D/g, "").length;
  if (isPassphrase(value, parts)) return false;
  return mixed.length <= MIXED_MAX && mixed.every(isShort) && digits <= DIGITS_MAX;
}

const PASSPHRASE_WORDS = 4;

/** Words in a row that are no path, no address, no option of a program. */
function isPassphrase(value: string, parts: readonly string[]): boolean {
  return parts.filter(isWord).length >= PASSPHRASE_WORDS && !value.startsWith("-") && !/[/\\.=]/.test(value);
}

function isShort(part: string): boolean {
  return part.length <= SHORT_MAX && /^[a-z0-9+]+$/i.test(part);
}

const WORD_LENGTH_MAX = 15;
const VOWEL = /[aeiouy]/i;
const UNSPEAKABLE = /[bcdfghjklmnpqrstvwxz]{5}/i;

/** In one case, with vowels, as people write: a key made of letters only is hardly ever like that. */
function isWord(part: string): boolean {
  if (part.length <= SHORT_MAX) return /^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+)$/.test(part);
  if (part.length > WORD_LENGTH_MAX || !/^(?:[A-Z]?[a-z]+|[A-Z]+|(?:[A-Z]?[a-z]{3,})(?:[A-Z][a-z]{2,})+)$/.test(part))
    return false;
  return VOWEL.test(part) && !UNSPEAKABLE.test(part);
}
