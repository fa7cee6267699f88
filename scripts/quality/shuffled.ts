/** A fixed shuffle of the first numbers: every round its own, every time the same. */
export function shuffled(length: number, round: number): readonly number[] {
  let seed = 12_345 + round * 7_919;
  const next = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 4_294_967_296;
  };
  const places = Array.from({ length }, (_, place) => place);
  for (let at = length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [places[at], places[other]] = [places[other] ?? 0, places[at] ?? 0];
  }
  return places;
}
