/** Rules for git: conflicts, states that a command refuses, remotes that refuse. Data only. */
import type { Rule } from "../../rule.ts";

const gitPath = /(?:'(?<s>[^']+)')/;

export const GIT_RULES: readonly Rule[] = [
  {
    class: "git_state",
    strength: "certain",
    has: "used by worktree|cannot delete branch",
    match: /branch '(?<s>[^']+)' (?:used by worktree|checked out)/i,
  },
  // Marks of a conflict that some parser stumbled over.
  {
    class: "merge_conflict",
    strength: "certain",
    onQuoted: true,
    inTests: true,
    has: "<<<<<<<|>>>>>>>",
    match: /(?:^|[|\s:>`'"])(?:<<<<<<<|>>>>>>>)(?: (?:HEAD|ours|theirs|Updated|Stashed|\w[\w./-]*)|['"`]?$)/,
  },
  {
    class: "merge_conflict",
    strength: "certain",
    has: "conflict (|merge conflict in",
    match: /conflict \([\w/ -]+\): (?:merge conflict in (?<s>\S.*)|(?<t>\S+) (?:deleted|renamed|added)|.{0,60})/i,
  },
  {
    class: "merge_conflict",
    strength: "strong",
    has: "automatic merge failed|fix conflicts|unmerged paths|unmerged files|needs merge|could not apply|patch failed|both modified|patch does not apply|resolve all conflicts|would conflict|merge conflict|conflicts prevented",
    match:
      /automatic merge failed|fix conflicts|unmerged (?:paths|files)|^(?<s>\S+): needs merge|could not apply [0-9a-f]+|patch failed: (?<t>[^:\s]+)|both modified: +(?<u>\S+)|(?<!\S)(?<v>\S+): patch does not apply|resolve all conflicts|merge conflicts?\b/i,
    subject: { near: /merge conflict in (?<s>\S.*)|^uu?\s+(?<t>\S+)$/i, back: 12, ahead: 6 },
  },
  {
    class: "git_state",
    strength: "certain",
    has: "would be overwritten",
    match: /would be overwritten by (?:merge|checkout|rebase|reset|cherry-pick|pull)/i,
    subject: { near: /^(?<s>[\w./@-]+[\w])$/, ahead: 2 },
  },
  {
    class: "git_state",
    strength: "certain",
    has: "already exists|already used by worktree|already checked out|is already|missing but already registered worktree",
    match:
      /a branch named '(?<s>[^']+)' already exists|'(?<t>[^']+)' is already (?:checked out|used by worktree) at|'(?<u>[^']+)' (?:already exists|is a missing but already registered worktree)|destination path '(?<v>[^']+)' already exists|remote (?<x>\S+) already exists|tag '(?<w>[^']+)' already exists/i,
  },
  {
    class: "git_state",
    strength: "certain",
    has: "not a git repository|dubious ownership|bad revision|unknown revision|did not match any|not something we can merge|couldn't find remote ref|invalid reference|not a valid|ambiguous argument|needed a single revision|bad object|does not have any commits|pathspec|src refspec",
    match:
      /not a git repository|dubious ownership in repository at '(?<s>[^']+)'|bad revision '(?<t>[^']+)'|pathspec '(?<u>[^']+)' did not match|src refspec (?<v>\S+) does not match|(?<!\S)(?<w>\S+) - not something we can merge|couldn(?:'|’)t find remote ref (?<x>\S+)|invalid reference: (?<y>\S+)|ambiguous argument '(?<z>[^']+)'|not a valid (?:object|ref|branch) ?name:? '?(?<a>[^\s']+)?|needed a single revision|bad object (?<b>\S+)|does not have any commits/i,
  },
  {
    class: "git_state",
    strength: "certain",
    has: "index.lock|.lock': file exists|another git process|cannot lock ref|unable to create '",
    match:
      /unable to create '?(?:[^']*\/)?(?<s>[\w.-]+\.lock)(?:'|: )|another git process|cannot lock ref '(?<t>[^']+)'|(?<u>index\.lock)/i,
  },
  {
    class: "git_state",
    strength: "strong",
    has: "gpg failed|file size limit|large files detected|rejected|non-fast-forward|divergent branches|diverging branches|not possible to fast-forward|unrelated histories|failed to push some refs|fetch first|stale info|protected branch",
    match:
      /! \[(?:remote )?rejected\] +(?<s>\S+)|non-fast-forward|diverg(?:ent|ing) branches|not possible to fast-forward|unrelated histories|failed to push some refs|protected branch|gpg failed to sign|(?:file (?<t>\S+) is|exceeds) .{0,60}file size limit|large files detected/i,
  },
  {
    class: "git_state",
    strength: "strong",
    has: "detached head|rebase in progress|merge_head exists|rebase-merge|have not concluded your merge|cherry-pick is|uncommitted changes|unstaged changes|working tree|nothing to commit|no changes added|corrupt|loose object|you need to resolve your current index|not currently on a branch|no upstream branch|local changes|not concluded|object file|current index|tell me who you are|identity unknown|auto-detect email",
    match:
      /detached head|rebase in progress|merge_head exists|rebase-merge directory|not concluded your merge|(?:uncommitted|unstaged|local) changes|working tree (?:is not clean|contains|has)|nothing (?:added )?to commit|loose object .{0,40}corrupt|object file .{0,80} is empty|index file corrupt|resolve your current index|not currently on a branch|(?:branch (?<s>\S+) )?has no upstream branch|please tell me who you are|author identity unknown|unable to auto-detect email/i,
  },
  {
    class: "git_state",
    strength: "strong",
    has: "submodule|lfs|hook|husky",
    match:
      /(?:pre-commit|commit-msg|pre-push) hook (?:declined|failed|exited)|pre-receive hook declined|no url found for submodule path '(?<s>[^']+)'|smudge filter lfs failed|husky - .{0,40}(?:failed|exited|hook)/i,
    subject: { near: gitPath, ahead: 1 },
  },
  {
    class: "git_state",
    strength: "weak",
    has: "fatal:",
    match: /^fatal: (?!unable to access|authentication|could not read (?:user|pass)|could not read from)/i,
    tools: ["git"],
    subject: { near: gitPath, ahead: 0 },
  },
  {
    class: "auth",
    strength: "certain",
    has: "publickey|could not read username|could not read password|authentication failed for|bad credentials|terminal prompts disabled|permission to|invalid username or|support for password authentication",
    match:
      /permission denied \(publickey|could not read (?:username|password) for '?(?<s>https?:\/\/[^'/]+)?|authentication failed for '?(?<t>https?:\/\/[^'/]+)?|bad credentials|terminal prompts disabled|permission to \S+ denied|invalid username or|support for password authentication/i,
    subject: { near: /(?:https?:\/\/(?:[^@/\s]{1,80}@)?|git@)(?<s>[\w-]+(?:\.[\w-]+)+)/, back: 3, ahead: 3 },
  },
  {
    class: "auth",
    strength: "strong",
    has: "role |repository not found|password authentication failed|access denied for user|no pg_hba|enea|e401|e403|eneedauth|authentication required|requested access to the resource|no basic auth|must be logged in|unauthorized: ",
    match:
      /password authentication failed for user "?(?<s>\w+)|\brole "(?<u>\w+)" does not exist|access denied for user '?(?<t>\w+)|npm (?:err!|error) code (?:e401|e403|eneedauth)|unauthorized: |authentication required|requested access to the resource is denied|no basic auth credentials|must be logged in|repository not found/i,
  },
];
