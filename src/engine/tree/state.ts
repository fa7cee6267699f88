/** The supervision tree of the run. A slice of the state. */
import type { Monitor, MonitorTrouble } from "../../domain/tree/monitor.ts";
import type { Tree } from "../../domain/tree/tree.ts";
import type { Slice } from "../slice.ts";
import { freezeTree, thawTree } from "../supervision/shape/tree.ts";

export interface TreeState {
  /** Null while no tree is planted. */
  root: Tree | null;
  /** Of tasks, advisors and monitors. */
  restarts: number;
  /** Those that have failed; absent: none has. */
  monitors?: Partial<Record<Monitor, MonitorTrouble>>;
}

export const treeSlice: Slice<TreeState> = {
  initial: () => ({ root: null, restarts: 0 }),
  freeze: ({ root, ...rest }) => ({ root: root && freezeTree(root), ...rest }),
  thaw: (frozen) => {
    const { root, ...rest } = frozen as Frozen;
    return { root: root === null ? null : thawTree(root), ...rest };
  },
};

interface Frozen extends Omit<TreeState, "root"> {
  readonly root: unknown;
}
