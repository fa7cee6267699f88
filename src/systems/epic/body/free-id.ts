/** The id of a new item: a stem and the first number that no row has, whatever a person has deleted or renamed meanwhile. Pure. */

export function freeId(taken: Iterable<string>, stem: string): string {
  const known = new Set(taken);
  let number = 1;
  while (known.has(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}
