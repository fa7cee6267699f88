/** The time zone of this machine, or of TZ: what an agent means that prints a time and no zone. */
export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
