/**
 * Other forms of a name that people would call the same thing by: a linter's rule without its plugin, a test without its
 * suite, a file without the folders above it. Each says which form it is; which of them is told is learned with the other
 * signs. Data and one reader.
 */
import type { FailureClass } from "../../../domain/proof/failure.ts";

export interface NameForm {
  readonly name: string;
  readonly sign: string;
}

export function formsOf(of: FailureClass, name: string): readonly NameForm[] {
  return (FORMS[of] ?? []).flatMap(([sign, form]) => {
    const found = form(name);
    return found === undefined || found === name || found.length < LENGTH_MIN
      ? []
      : [{ name: found, sign: `form ${sign} ${of}` }];
  });
}

const LENGTH_MIN = 3;

type Form = (name: string) => string | undefined;

const FORMS: Partial<Readonly<Record<FailureClass, readonly (readonly [string, Form])[]>>> = {
  lint_failure: [["last", (name) => (FILE.test(name) ? undefined : name.split(/\/|::/).at(-1))]],
  test_failure: [
    ["last", withoutSuite],
    ["method", (name) => /^(?:[a-z]\w*\.)+[A-Z]\w*[.#](\w+)$/.exec(name)?.[1]],
  ],
  timeout: [["last", withoutSuite]],
  type_error: [["two", (name) => (/[/\\]/.test(name) ? undefined : lastOf(name, 2))]],
  file_not_found: [["base", (name) => name.split("/").at(-1)]],
  config_error: [
    ["base", (name) => (FILE.test(name) ? name.split("/").at(-1) : undefined)],
    ["untagged", (name) => (/^[\w.-]+:[\w.-]+$/.test(name) ? name.split(":")[0] : undefined)],
  ],
  import_error: [["package", (name) => (JAVA_CLASS.test(name) ? name.replace(/[./][A-Z][\w$.]*$/, "") : undefined)]],
  dependency_install: [["unversioned", (name) => name.replace(/(?<=[\w]):\d[\w.-]*$|(?<=\w)-\d+(?:\.\d+)+$/, "")]],
};

const FILE = /\.[a-z][a-z0-9]{0,9}$/i;
const JAVA_CLASS = /^(?:[a-z]\w*[./]){2,}[A-Z][\w$.]*$/;

function lastOf(name: string, count: number): string | undefined {
  const parts = name.split(".");
  return parts.length > count ? parts.slice(-count).join(".") : undefined;
}

function withoutSuite(name: string): string | undefined {
  const parts = name.split(/ [›>»] |::|#/);
  return parts.at(-1)?.trim();
}
