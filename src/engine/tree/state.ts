/** The supervision tree of the run. A slice of the state. */
import type { Tree } from "../../domain/tree/tree.ts";
import type { Slice } from "../slice.ts";
import { freezeTree, thawTree } from "../supervision/shape/tree.ts";

export interface TreeState {
  /** Null while no tree is planted. */
  root: Tree | null;
  restarts: number;
}

export const treeSlice: Slice<TreeState> = {
  initial: () => ({ root: null, restarts: 0 }),
  freeze: ({ root, restarts }) => ({ root: root && freezeTree(root), restarts }),
  thaw: (frozen) => {
    const { root, restarts } = frozen as { readonly root: unknown; readonly restarts: number };
    return { root: root === null ? null : thawTree(root), restarts };
  },
};
