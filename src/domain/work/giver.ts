/** Who gave an order, as far as the machine can tell: for the journal, and for whoever asks why. It proves nothing by itself. */
export interface Giver {
  readonly user: string;
  readonly host: string;
  /** Null: no terminal, as in a script or a job. */
  readonly tty: string | null;
  readonly pid: number;
  readonly command: string;
}

export function giverText({ user, host, tty, pid, command }: Giver): string {
  const where = tty === null ? "no terminal" : tty;
  return `${user} on ${host} (${where}, pid ${pid}): ${command}`;
}
