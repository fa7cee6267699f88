/** What `reeve` exits with. Documented in the README; scripts rely on it. */
export const EXIT = {
  /** Everything is done, or the command did what it says. */
  ok: 0,
  /** The run ended, but not every task could be done. */
  failed: 1,
  /** Wrong usage, configuration, plan or order. Nothing was changed. */
  badInput: 2,
  /** Nothing more can be done before a person answers. */
  needsPerson: 3,
  /** Stopped or paused before the end; `reeve run` resumes it. */
  stopped: 4,
  /** Halted by a brake: budget, or a supervisor at the root that gave up. */
  halted: 5,
  /** The journal could not be read or written. */
  journal: 6,
  /** Another Reeve works on this run. */
  held: 7,
  /** The repository cannot be worked in: git is missing, the disk is full, a branch of the run is gone. */
  unusable: 8,
  /** Of an epic: there was nothing to decide; nothing was written. */
  nothingToDo: 9,
  /** Of an epic: its body, or an answer about it, has not the agreed shape. */
  malformed: 10,
  /** A bug in Reeve. */
  bug: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
