/** Fresh seeds each time, or the one REEVE_SEED asks for. */
export function seedSource(): () => number {
  const only = process.env["REEVE_SEED"];
  let next = only === undefined ? (Date.now() & 0xffffff) * 1000 : Number(only);
  return () => (only === undefined ? next++ : next);
}
