/** A run on disk: its name, and the folder that is its own. Names only: nothing is opened here. */
export interface RunPlace {
  readonly id: string;
  readonly dir: string;
}
