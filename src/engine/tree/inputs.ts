/** What is reported about Reeve's own children of the tree. */
export type TreeInput = { readonly type: "monitor_failed"; readonly monitor: string; readonly message: string };
