/** Which classes have their cause named by what a classifier says they are about, and how. Data and small readings only. */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import { pathName } from "../names/path-name.ts";
import { isUnfit } from "../names/unfit.ts";
import { isSetWrong } from "../names/variable-name.ts";
import { wrongOf } from "../names/wrong-of.ts";
import type { Family, Found } from "./cause-rule.ts";
import { subjectCauses } from "./code-rules.ts";
import { fileCause } from "./file-rules.ts";
import { moduleCause } from "./module-cause.ts";
import { schemaCause } from "./schema-rules.ts";

/** Classes whose subject alone names the cause. Others need a line that says the same. */
export const SUBJECT_CAUSES: Partial<
  Readonly<Record<FailureClass, readonly [Family, (subject: string, text: string) => Found | null]>>
> = {
  import_error: ["module", moduleSubject],
  file_not_found: ["file", fileCause],
  schema_mismatch: ["schema", schemaCause],
  merge_conflict: ["conflict", subjectCauses.conflict],
  syntax_error: ["syntax", subjectCauses.syntax],
  type_error: ["symbol", symbolSubject],
  unknown: ["machine", portSubject],
  test_failure: ["test", subjectCauses.test],
  git_state: ["git", plainSubject],
  dependency_install: ["install", packageSubject],
  config_error: ["setting", settingSubject],
  permission: ["machine", refusedSubject],
  crash: ["machine", plainSubject],
  disk_full: ["machine", plainSubject],
  out_of_memory: ["machine", plainSubject],
  // Where nobody knows whose service it is, the thing that is limited or refused may still be named.
  auth: ["network", ofAccount("login")],
  billing: ["network", ofAccount("bill")],
  budget: ["network", ofAccount("budget")],
  rate_limit: ["network", ofAccount("limit")],
  overloaded: ["network", ofAccount("overloaded")],
  session_corrupt: ["network", ofAccount("session")],
};

/** A port that is taken; of what else nobody understands, the name alone makes no cause. */
function portSubject(subject: string): Found | null {
  if (!/^port \d+$/.test(subject)) return null;
  return { name: subject, kind: "environment", says: `the ${subject} is taken` };
}

/** A sort of credential is everybody's; whose it is must be told. */
function ofAccount(what: string): (subject: string) => Found | null {
  return (subject) =>
    /^(?:\w+ ){0,2}(?:token|key|quota|login|credentials?)$/i.test(subject)
      ? null
      : { ...plainSubject(subject), name: `${what} ${subject.trim().toLowerCase()}` };
}

function settingSubject(subject: string, text: string): Found {
  if (!isSetWrong(subject, text)) return plainSubject(subject);
  return { name: `wrong ${subject.toLowerCase()}`, kind: "environment", says: `the value of ${subject} does not do` };
}

function moduleSubject(subject: string, text: string): Found {
  const found = moduleCause(subject);
  return isUnfit(text) ? { ...found, name: `unfit ${found.name}`, looser: [], says: `${subject} does not fit` } : found;
}

/** A name that is there twice, or in another version, is not one that is missing. */
function symbolSubject(subject: string, text: string): Found | null {
  const found = subjectCauses.symbol(subject);
  const wrong = wrongOf({ aspect: "absent", kind: "code" }, { text });
  return found === null || wrong === "absent" ? found : { ...found, name: `${wrong} ${found.name}`, looser: [] };
}

function packageSubject(subject: string, text: string): Found {
  const found = plainSubject(subject);
  return isUnfit(text) ? { ...found, name: `unfit ${found.name}`, says: `${subject} does not fit` } : found;
}

/** What one may not have is not what somebody else has. */
function refusedSubject(subject: string): Found {
  const found = plainSubject(subject);
  return { ...found, name: `refused ${found.name}` };
}

function plainSubject(subject: string): Found {
  const name = subject.includes("/") ? pathName(subject) : subject.trim().toLowerCase();
  return { name, kind: "unknown", says: `they are all about ${name}` };
}
