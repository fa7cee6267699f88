/**
 * Whether a value stands where a secret would, and is none: a reference to one (`$TOKEN`, `<password>`), a filler (`xxxx`,
 * `...`), or words that everybody writes there (`changeme`, `your-api-key`). Such a value opens nothing; a gate that failed
 * because of it would teach people to turn it off. Pure, and linear in the length of the value.
 */

/** The value is looked up when it is needed. */
export function isReference(value: string): boolean {
  return /^(?:[$%#@]?[{(<[$]|[$%][A-Za-z_{(]|\\?\$|<|env[.(:]|process\.|os\.|ENV\[|vault:|op:\/\/|arn:|file:|\/run\/)/.test(
    value,
  );
}

/** Its letters say nothing. */
export function isFiller(value: string): boolean {
  return /[xX*•.#?_]{6}|\.{3}|…|^\*+$|^(.)\1*$/.test(value) || /^0*1234567890?$/.test(value);
}

const WORDS_MAX_LENGTH = 40;
const DIGITS_MAX = 4;

/** Made of words that stand for a secret, with a few digits and marks between them. */
export function isPlaceholder(value: string): boolean {
  if (isReference(value) || isFiller(value)) return true;
  if (
    /example|placeholder|redacted|your[-_ ]?[a-z]|changeme|dummy|insert[-_ ]|replace[-_ ]?(?:me|with|this)/i.test(value)
  )
    return true;
  const letters = value.toLowerCase().replaceAll(/[^a-z]/g, "");
  const digits = value.replaceAll(/\D/g, "").length;
  return value.length <= WORDS_MAX_LENGTH && digits <= DIGITS_MAX && isMadeOf(letters, STAND_INS);
}

const STAND_INS = [
  ..."a my the your some any this that is not for here with me it to".split(" "),
  ..."pass password passwd passphrase pwd pw secret token key apikey api value string text credentials auth".split(" "),
  ..."user username admin administrator root guest owner client service app db database host name login".split(" "),
  ..."postgres postgresql mysql maria mongo mongodb redis rabbitmq minio sa neo elastic".split(" "),
  ..."test tests testing tester sample demo dev develop development local localhost fixture mock fake stub".split(" "),
  ..."foo bar baz qux abc abcd abcdef xyz qwerty letmein welcome hello world default change set fill enter".split(" "),
  ..."none null nil undefined true false empty missing required optional invalid wrong correct valid new old".split(
    " ",
  ),
  ..."hash hashed encrypted plain plaintext bearer basic jwt".split(" "),
];

/** By length, so that no combination is tried twice. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const reached = new Set([0]);
  for (let at = 0; at < text.length; at += 1) {
    if (!reached.has(at)) continue;
    for (const word of words) if (text.startsWith(word, at)) reached.add(at + word.length);
  }
  return text.length > 0 && reached.has(text.length);
}
