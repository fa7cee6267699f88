/** All tools an agent finds, in the order in which it reads of them. Adding one: its definition, and a line here. */
import { askPersonTool } from "./ask-tools.ts";
import { readTask, readWisdom } from "./read-tools.ts";
import { reportBlocked, reportResult } from "./report-tools.ts";
import { addWisdom, messageTool, progressTool } from "./talk-tools.ts";
import type { Tool } from "./tool.ts";

export const TOOLS: readonly Tool[] = [
  reportResult,
  reportBlocked,
  askPersonTool,
  progressTool,
  readTask,
  readWisdom,
  addWisdom,
  messageTool,
];
