/**
 * Whether two names are forms of one thing: what differs is case, the way a language or a system writes it, where a machine
 * keeps its files, or a version. A name that only contains another one is another thing.
 */

export function isSameSubject(one: string, other: string): boolean {
  const [a, b] = [plainForm(one), plainForm(other)];
  return a === b || isPathWithin(a, b) || isPathWithin(b, a);
}

/** Letter by letter, but for case and quotes. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase().replace(/^\.\//, "") === other.toLowerCase().replace(/^\.\//, "");
}

function plainForm(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("\\", "/")
    .replace(/^(?:\.{1,3}\/)+/, "")
    .replace(/::|#|(?<=\w)->/g, ".")
    .replace(/\(\)$/, "")
    .replace(/(?<=[a-z])(?:@|==)v?\d[\w.+-]*$/, "")
    .replace(/:latest$/, "")
    .replace(/^(?:127\.0\.0\.1|\[?::1\]?|0\.0\.0\.0)(?=:\d)/, "localhost")
    .replace(/^registry-1\.(?=docker\.io$)/, "");
}

/** `src/a.ts` is what one machine calls `/srv/shop/src/a.ts`; a bare file name may be another one. */
function isPathWithin(whole: string, part: string): boolean {
  return part.includes("/") && /^[/~]|^[a-z]:/.test(whole) && whole.endsWith(`/${part}`);
}
