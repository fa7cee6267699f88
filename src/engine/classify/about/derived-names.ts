/**
 * Names that follow from those that were found: a service of this machine by its port, a column with its table, other forms of
 * a name. They stand for choice beside the names they come from.
 */
import type { EntityKind, FailureClass } from "../../../domain/proof/failure.ts";
import { tableOf } from "../entities/sql-aliases.ts";
import type { Told } from "./candidates.ts";
import { add, type Found } from "./found-names.ts";
import { formsOf } from "./name-forms.ts";

/** This machine alone is nobody's cause; one of its services is, by its port, wherever that stands. */
export function addService(found: Found, { lines }: Told): void {
  const machine = found.get("localhost");
  if (machine === undefined) return;
  const known = [...found.keys()].some((name) => name.startsWith("localhost:"));
  const line = known ? undefined : lines.slice(0, LINES_OF_PORT_MAX).find(({ lower }) => PORT.test(lower));
  const port = line && PORT.exec(line.lower)?.[1];
  if (port !== undefined) add(found, `localhost:${port}`, "host", machine.at, [...machine.signs]);
  if (known || port !== undefined) found.delete("localhost");
}

const LINES_OF_PORT_MAX = 80;
const PORT = /\bport[ =:]{1,2}(\d{2,5})\b/;

const WHOLES_MAX = 6;

/** A column is one of a table: where both are named, the two together may be what it is about. */
export function addWholes(found: Found, { class: of, lines }: Told): void {
  if (of !== "schema_mismatch") return;
  const asked = tableOf(lines);
  if (asked !== undefined) add(found, asked.name, "table", asked.at, ["asked table"]);
  const all = [...found.values()];
  const tables = all.filter(({ kind, name }) => isTable(kind, name, asked?.name)).slice(0, WHOLES_MAX);
  const columns = all.filter(({ kind, name }) => kind === "column" && /^\w+$/.test(name)).slice(0, WHOLES_MAX);
  for (const table of tables)
    for (const { name, at, signs } of columns)
      if (name !== table.name)
        add(found, `${table.name}.${name}`, "column", at, [
          ...signs,
          `form whole ${of}`,
          ...(table.name === asked?.name ? [`form asked ${of}`] : []),
        ]);
}

function isTable(kind: EntityKind, name: string, asked: string | undefined): boolean {
  return /^\w+$/.test(name) && (kind === "table" || name === asked);
}

/** A form has all the signs of its name, and the one of being that form. */
export function addForms(found: Found, of: FailureClass): void {
  for (const { name, kind, at, signs } of [...found.values()])
    for (const form of formsOf(of, name))
      add(found, form.name, kind, at, [
        ...signs,
        form.sign,
        ...(signs.has("absolute") ? [`${form.sign} absolute`] : []),
      ]);
}
