/** Times as people read them, in their own time zone. */
export function clockText(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((n) => `${n}`.padStart(2, "0")).join(":");
}
