/** The table of faults in docs/failure-model.md: where it stands, and its lines. */
import { tableOf } from "../generated-table.ts";
import type { Row } from "./row.ts";

export const FAULTS = {
  page: "failure-model.md",
  begin: "<!-- faults: written by test/faults -->",
  end: "<!-- end of faults -->",
};

export function faultsTable(groups: ReadonlyMap<string, readonly Row[]>): string {
  const rows = [...groups].flatMap(([area, each]) =>
    each.map(({ fault, seen, decided, outcome }) => [area, fault, seen, decided, outcome]),
  );
  return tableOf(["area", "fault", "seen in", "decided", "outcome"], rows);
}
