/** Rules for packages that cannot be installed: which one, in the words of each package manager. */

import { type CauseRule, ruleOf } from "./cause-rule.ts";

export const INSTALL_RULES: readonly CauseRule[] = [
  install(/peer \S+ from (@?[^@\s]+)@/m),
  install(/No matching (?:distribution|version) found for (@?[\w./-]+?)(?=[@=<>!~\s.,]|$)/m),
  install(/404 Not Found[^\n]*?["']?(@?[\w.-]+(?:%2f|\/)?[\w.-]*)@[^\n]*is not in (?:this|the \w+) registry/im),
  install(/404 {1,2}["'](@?[^@'"\s]+)@[^\n]*is not in/m),
  install(/Failed (?:building wheel for|to build(?! gem native)) ([\w.-]+)/m),
  install(/Building wheel for ([\w.-]+)[^\n]*did not run/m),
  install(/no matching package named [`'"]([\w-]+)/m),
  install(/[Ff]ailed to select a version for (?:the requirement )?`([\w-]+)/m),
  install(/Could not find (?:artifact|gem) ["']?([\w.:-]+)/m),
  install(/module ([\w./-]+): (?:reading|invalid version|unknown revision|no matching versions)/m),
  install(/[Cc]annot install [^\n]*?\band ([\w-]+)[= ]/m),
  install(/depends on ([\w-]+)[<>=!~]/m),
  {
    family: "install",
    find: /lock ?file[^\n]{0,80}(?:out of (?:date|sync)|not up to date|in sync|needs to be updated)|are in sync\. Please update your lock file/im,
    read: () => ({ name: "lock file", kind: "scaffolding", says: "the lock file does not fit the manifest" }),
  },
];

function install(find: RegExp): CauseRule {
  return ruleOf("install", find, (raw) => {
    const name = raw.toLowerCase().replace("%2f", "/");
    return { name, kind: "scaffolding", says: `the package ${name} cannot be installed` };
  });
}
