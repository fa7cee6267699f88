/** Times as people read them, in their own time zone. */
export function clockText(at: number): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map((n) => `${n}`.padStart(2, "0")).join(":");
}

/** 14:05 */
export function shortClockText(at: number): string {
  return clockText(at).slice(0, 5);
}

export function dateText(at: number): string {
  const time = new Date(at);
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((n) => `${n}`.padStart(2, "0")).join("-");
  return `${day} ${clockText(at)}`;
}
