/** The YAML library's syntax errors as mistakes: its finding, and a hint of ours for what people usually meant. */
import type { Mistake } from "../mistakes/mistake.ts";
import type { Place } from "./yaml-place.ts";

export interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
}

export function syntaxMistake(error: YamlError, at: Place & { readonly file: string }): Mistake {
  const said = error.message.replace(/\s+/g, " ").trim();
  const what = `${said.charAt(0).toLowerCase()}${said.slice(1, 160)}`;
  return { ...at, what, hint: HINTS[error.code] ?? "check the YAML syntax here", severity: "error" };
}

const HINTS: Readonly<Record<string, string>> = {
  BAD_ALIAS: "an alias is * and a name; put text that starts with * in quotes",
  ALIAS_PROPS: "an alias takes no anchor and no tag",
  BAD_DIRECTIVE: "remove the line that starts with %",
  BAD_DQ_ESCAPE: "write \\\\ for a backslash, or use single quotes",
  BAD_INDENT: "line it up with its neighbours, with spaces",
  BAD_SCALAR_START: "put the text in quotes",
  BLOCK_AS_IMPLICIT_KEY: "begin the nested part on its own line; put text that contains ': ' in quotes",
  BLOCK_IN_FLOW: "inside [ ] and { } use only [ ] and { }",
  KEY_OVER_1024_CHARS: "is a ':' or a quote missing above?",
  MISSING_CHAR: "close what was opened: a quote, a bracket, a comma or a ':' is missing",
  MULTILINE_IMPLICIT_KEY: "a key stands on one line; is a ':' or a quote missing?",
  MULTIPLE_ANCHORS: "keep one anchor",
  MULTIPLE_DOCS: "keep one document: remove what follows from the second --- on",
  MULTIPLE_TAGS: "remove the tags",
  TAB_AS_INDENT: "indent with spaces, not with tabs",
  TAG_RESOLVE_FAILED: "remove the tag; put text that starts with ! in quotes",
  TOO_LONG: "split the file, or check that it is the right one",
  TOO_DEEP: "check the brackets: nothing here needs so many",
  UNEXPECTED_TOKEN: "check brackets, quotes and indentation before it",
};
