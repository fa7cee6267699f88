/** How a board stands, in one line. */
import type { BoardView } from "../../../app/kanban/has-boards.ts";
import { plainText } from "../../words.ts";

export function boardLine({ board, sentence }: BoardView): string {
  return `${plainText(board)}: ${plainText(sentence)}`;
}
