/** Words of English prose, cut to what two forms of one word have in common. Pure; knows no document. */

const STOP = new Set(
  "a an and are as at be been being but by can could do does done each every for from has have how if in into is it its may might more most must no nor not of off on once one only or other our out over own per shall should so some such than that the their them then there these they this those through to too under until up upon via was we were what when where which while who whom whose why will with within without would you your all any both few many much new same also etc using use used uses user-facing able allow allows allowed enable enables enabled provide provides provided support supports supported system shall given when then".split(
    " ",
  ),
);

export function wordsOf(text: string): readonly string[] {
  return (
    text
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
      .replaceAll("_", " ")
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}]*(?:[''][\p{L}]+)?/gu) ?? []
  );
}

/** Of the words that carry meaning, in their order. */
export function stemsOf(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => word.length > 1 && !STOP.has(word))
    .map(stemOf);
}

export function isStop(word: string): boolean {
  return STOP.has(word);
}

export function stemOf(word: string): string {
  const base = word.replace(/['']s?$/, "");
  if (base.length <= 3) return base;
  const cut = base
    .replace(/ies$/, "y")
    .replace(/(s|x|z|ch|sh)es$/, "$1")
    .replace(/([^su])s$/, "$1")
    .replace(/(?:ations?|ating|ated?)$/, "at")
    .replace(/(?:ings?|ed)$/, "")
    .replace(/(?:ment|tion|sion)$/, "");
  return cut.length < 3 ? base : cut.replace(/(.)\1$/, "$1").replace(/e$/, "");
}
