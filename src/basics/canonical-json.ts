/**
 * The one text of a JSON value: no white space, keys by their code units, every character outside printable ASCII as
 * `\uxxxx`, so that no terminal, mail or file system changes what it means. It is what Python's `json.dumps(value,
 * sort_keys=True, separators=(",", ":"))` writes. What JSON has no word for is left out of objects. It hashes nothing.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) return objectText(value);
  return (JSON.stringify(value) ?? "null").replaceAll(/[^ -~]/g, escaped);
}

function objectText(value: object): string {
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, item]) => `${canonicalJson(key)}:${canonicalJson(item)}`).join(",")}}`;
}

/** By its UTF-16 code unit. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
