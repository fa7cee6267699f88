/** What an agent says of its work, in words, each with the mark of what it rests on. */
import type { ResultClaim } from "../../app/deliver/result-claims.ts";
import type { TaskReview } from "../../app/deliver/review.ts";
import { plainText } from "../words.ts";

/** Files and tests by what their being named rests on; then whatever else its agent says, each with its mark. */
export function claimTexts({ claims }: Pick<TaskReview, "claims">): { files: string[]; words: string[] } {
  const named = claims.filter(({ what }) => what === "created" || what === "modified" || what === "test");
  const groups = Map.groupBy(named, ({ mark, because }) => `${mark} (${because})`);
  const files = [...groups].map(([why, list]) => {
    const names = [...new Set(list.map(({ text }) => plainText(text)))];
    const more = names.length > NAMES_MAX ? `, … and ${names.length - NAMES_MAX} more` : "";
    return `${why}: ${names.slice(0, NAMES_MAX).join(", ")}${more}`;
  });
  const isWord = ({ what, because }: ResultClaim) =>
    what === "decision" || (what === "concern" && because !== ONLY_SAID);
  const nothing = claims.filter(({ what }) => what === "nothing_to_do").map(claimText);
  return { files: [...files, ...nothing], words: claims.filter(isWord).map(claimText) };
}

function claimText({ mark, because, text }: ResultClaim): string {
  return `${mark}${because === ONLY_SAID ? "" : ` (${plainText(because)})`}: ${plainText(text)}`;
}

const NAMES_MAX = 8;
const ONLY_SAID = "the agent's word";
