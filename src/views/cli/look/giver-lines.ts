/** Who gave an order, as the line below its sentence. Words only. */
import { type Giver, giverText } from "../../../domain/work/giver.ts";
import { plainText } from "../../words.ts";

export function giverLines(by: Giver | undefined): readonly string[] {
  return by === undefined ? [] : [`            ordered by ${plainText(giverText(by))}`];
}
