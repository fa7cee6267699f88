/** The screens of a run and of a project, with the keys that lead there. */
export const RUN_SCREENS = [
  ["time", "Time", "g t"],
  ["board", "Board", "g b"],
  ["graph", "Graph", "g g"],
  ["tree", "Tree", "g r"],
  ["patterns", "Patterns", "g p"],
  ["money", "Money", "g m"],
  ["journal", "Journal", "g j"],
] as const;

export const PROJECT_SCREENS = [
  ["history", "History", "g h"],
  ["documents", "Documents", "g d"],
] as const;
