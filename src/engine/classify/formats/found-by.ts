/**
 * What a report in SARIF amounts to, in the line with which a linter ends for people. Analysers write SARIF; where a compiler
 * does, its own codes say what is wrong, and nothing is added.
 */

type Fields = Readonly<Record<string, unknown>>;

export function foundBy(value: unknown): readonly string[] {
  const runs = isFields(value) && Array.isArray(value["runs"]) ? value["runs"].filter(isFields) : [];
  return runs.flatMap((run) => {
    const results = Array.isArray(run["results"]) ? run["results"].filter(isFields) : [];
    if (results.length === 0 || results.some(isOfCompiler)) return [];
    const errors = results.filter(({ level }) => level === "error").length;
    const problems = `${results.length} ${results.length === 1 ? "problem" : "problems"}`;
    return [`${problems} (${errors} ${errors === 1 ? "error" : "errors"}), found by ${nameOf(run)}`];
  });
}

/** CS0246, C2065, TS2307, E0432; `-Wall`; what a type checker reports. */
const OF_COMPILER =
  /^(?:CS|BC|FS|TS|LNK|C|E0)\d{3,5}$|^-W|^error$|^report[A-Z]|import|^(?:attr|name)-defined$|unresolved/;

function isOfCompiler({ ruleId }: Fields): boolean {
  return typeof ruleId !== "string" || OF_COMPILER.test(ruleId);
}

const NAME_LENGTH_MAX = 60;

function nameOf({ tool }: Fields): string {
  const driver = isFields(tool) ? tool["driver"] : undefined;
  const name = isFields(driver) ? driver["name"] : undefined;
  return typeof name === "string" ? name.slice(0, NAME_LENGTH_MAX) : "an analyser";
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
