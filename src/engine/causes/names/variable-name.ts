/** Variables of the environment: whether a name is one, and whether what is said of it is that its value does not do. */

const VARIABLE = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/;
const SET_WRONG =
  /\b(?:is|was) set to\b|\bpoints? to\b|\binvalid (?:value|directory|path|url)\b|\bmust (?:start|begin) with\b|\bis not a valid (?:url|uri|path)\b/i;

export function isVariable(name: string): boolean {
  return VARIABLE.test(name);
}

/** It is set, to something that does not do: another cause than one that nobody set. */
export function isSetWrong(name: string, text: string): boolean {
  return VARIABLE.test(name) && SET_WRONG.test(text);
}
