/**
 * What words mean, whatever tool and language they come from: what happened to a thing (it is absent, refused, used up …)
 * and which thing it happened to (a file, a credential, money …). `signsIn` tells of one line which of these it speaks
 * of, and which of them together. Data and one reader; what a sign speaks for is learned, see `word-table.ts`.
 */

/** What happened. English first, then how others say it. */
export const HAPPENED: Readonly<Record<string, RegExp>> = {
  absent: any(
    "not found|no such|does ?n[o']t exist|do(?:es)? not exist|did not exist|(?:cannot|can ?n[o']t|can'?t|could ?n[o']t|could not|couldn'?t|unable to|failed to|was not able to|fails? to) (?:find|locate|open|load|resolve|import|read|include|require|stat|discover)|error (?:opening|loading|reading|importing|resolving)|missing|is absent|undefined|undeclared|unresolved|unbound|unknown|unrecogni[sz]ed|nonexistent|not (?:defined|declared|available|installed|present|in scope|known|registered|loaded|set)|isn'?t (?:defined|available|installed|set)|no (?:matching|available|code for|value for|input|rule|module|package|candidates?)|notfound|enoent|uninitialized|has no (?:attribute|member|method|field|exported)|doesn'?t match any|without",
    "nicht (?:gefunden|vorhanden|definiert)|existiert nicht|fehlt|introuvable|n'existe pas|no existe|no (?:se )?encontr\\w+|não (?:existe|encontrad\\w+)|non (?:trovat\\w+|esiste)|не (?:найден\\w*|существует|определен\\w*)|見つかりません|ありません|存在しません|找不到|不存在|未找到|bulunamadı|nie (?:znaleziono|istnieje)|niet gevonden|bestaat niet",
  ),
  twice: any(
    "already (?:exists?|defined|declared|registered|present)|duplicate[ds]?|redefin\\w+|redeclar\\w+|more than one|defined (?:twice|multiple times)|multiple (?:definitions?|heads|packages)|ambiguous|conflicting declaration",
    "existiert bereits|bereits vorhanden|existe déjà|ya existe|já existe|уже существует|既に存在|已存在",
  ),
  denied: any(
    "denied|forbidden|not (?:permitted|allowed|authori[sz]ed|granted)|unauthori[sz]ed|no permission|insufficient (?:permissions?|privileges?|scopes?)|do(?:es)? not have (?:the )?(?:required |sufficient )?(?:access|permissions?|privileges?)|eacces|eperm|access_refused|not in the authorized|restricted|read-?only|requires? (?:read|write|admin|elevated)|disabled|blocked|revoked|suspended|deactivated",
    "verweigert|keine berechtigung|refusé|acceso denegado|permiso denegado|permissão negada|accesso negato|отказано|アクセスが拒否|拒绝|权限",
  ),
  expired: any(
    "expired|has lapsed|no longer valid|past due|overdue|revoked|stale",
    "abgelaufen|expiré|caducad\\w+|истек\\w*|期限切れ|过期",
  ),
  exhausted: any(
    "exhausted|exceed\\w*|used up|ran out|out of|depleted|insufficient|not enough|too (?:low|many|large|long|much)|limit (?:reached|hit|exceeded)|reached (?:your|the|its|a)|hit your|no (?:space|quota|credits?|more) ?(?:left)?|over (?:budget|limit|quota|its)|maximum|only afford|throttl\\w+",
    "erschöpft|überschritten|zu (?:wenig|groß|viele)|dépassé|épuisé|agotad\\w+|excedid\\w+|превышен\\w*|недостаточно|超过|不足|上限",
  ),
  refused: any(
    "refused|rejected|unreachable|reset by peer|closed (?:the )?connection|broken pipe|hang ?up|aborted|econn\\w+|cannot connect|could not connect|failed to connect|unable to (?:connect|reach|access)|can'?t (?:connect|reach)|no route|not running|unavailable|disconnected|terminated early|interrupted",
    "abgelehnt|refusée|rechazad\\w+|recusad\\w+|отклонен\\w*|接続できません|连接被拒|无法连接",
  ),
  late: any(
    "timed? ?out|timeout|deadline|took too long|no response|took longer|etimedout|stalled|hung",
    "zeitüberschreitung|délai|tiempo de espera|время ожидания|タイムアウト|超时",
  ),
  invalid: any(
    "invalid|illegal|malformed|bad|unsupported|not (?:valid|supported|recogni[sz]ed)|must be|should be|supposed to be|expected|unexpected|wrong|incorrect|cannot be parsed|unparsable|additional propert\\w+|not a valid|validation failed|improper\\w*|corrupt\\w*|incompatible",
    "ungültig|inválid\\w+|invalide|non valido|недопустим\\w*|неверн\\w*|無効|无效|格式错误",
  ),
  mismatch: any(
    "mismatch\\w*|does(?: not|n't) match|not assignable|not equal|differs?|is not compatible|incompatible|but (?:was|got|is now|found)|expected .{1,40} (?:but|got|found|received|actual)|conflict\\w*|diverged|out of (?:sync|date)",
    "stimmt nicht überein|ne correspond pas|no coincide|не совпада\\w*|不匹配|一致しません",
  ),
  taken: any(
    "in use|already (?:in use|allocated|running|checked out|bound|used)|is (?:busy|locked)|locked|held by|could not (?:get|acquire) lock|acquir\\w+ .{0,20}lock|eaddrinuse|another (?:process|instance)|lock file",
    "wird bereits|déjà utilisé|en uso|занят\\w*|使用中|占用",
  ),
  crashed: any(
    "segmentation fault|segfault|core dumped|panicked|panic:|abort\\w*|sig(?:segv|abrt|bus|ill|kill|term)|fatal error has been|crash\\w*|killed|bus error|stack overflow|internal compiler error|unhandled exception|uncaught",
  ),
  unpaid: any(
    "payment|billing|unpaid|invoice|credits?|balance|prepaid|subscription|card|funds|top up|recharge|purchase|past due|upgrade (?:your )?plan",
  ),
  looped: any("loop|repeat\\w*|over and over|same (?:call|tool|command)|no progress|stuck|identical"),
  cut: any(
    "truncated|incomplete|empty (?:response|output)|unterminated|cut off|premature\\w*|unexpected end|ended before|not valid json",
  ),
};

/** To what. */
const THINGS: Readonly<Record<string, RegExp>> = {
  file: any(
    "file|directory|folder|path|filename|datei\\w*|verzeichnis|fichier|répertoire|archivo|fichero|directorio|arquivo|файл\\w*|каталог\\w*|ファイル|ディレクトリ|文件|目录|enoent",
  ),
  program: any(
    "command|executable|binary|program|process|cmdlet|spawn|exec\\w*|path environment|interpreter|daemon|browser|befehl|commande|comando|команд\\w*|コマンド|命令",
  ),
  module: any(
    "modules?|imports?|importing|require[sd]?|library|libraries|packages?|crate|namespace|include\\w*|header|classpath|plugin|bean|load ?path|framework|class ?not ?found|collection directories|shard",
  ),
  package: any(
    "dependenc(?:y|ies)|requirements?|resolv\\w+|registry|version solving|satisf\\w+|install\\w*|distribution|artifact|gem|wheel|lock ?file|peer|formula|channel|manifest unknown|repository index|version constraint|versions?",
  ),
  symbol: any(
    "function|method|variable|identifier|symbol|name|value|attribute|property|member|constant|type|overload|argument types|field|reference|arity|operator",
  ),
  table: any(
    "tables?|columns?|relations?|schema|migrations?|database|sql\\w*|index|constraint|foreign key|revision|changesets?|queries|query|tabelle|colonne|tabla|таблиц\\w*|テーブル|表",
  ),
  credential: any(
    "credentials?|passwords?|tokens?|api[ _-]?keys?|log ?in|logged in|sign(?:ed)? in|authenticat\\w+|authori[sz]\\w+|oauth|auth|401|403|publickey|scopes?|identity|user(?:name)?|role|account|passwort|mot de passe|contraseña|парол\\w*|認証|密码|凭证",
  ),
  money: any("payment|billing|credits?|balance|invoice|plan|subscription|402|usd|\\$\\d|funds|charge|prepaid|card"),
  budget: any("budget|spend(?:ing)?|cost|cap"),
  quota: any(
    "quota|usage|rate|requests?|per (?:minute|min|day|hour|second)|limit|429|throttl\\w+|too many requests|tpm|rpm|concurren\\w+",
  ),
  load: any(
    "overloaded|capacity|busy|high demand|529|503|502|500|504|server error|bad gateway|upstream|unavailable|temporarily|internal server|try again later",
  ),
  disk: any(
    "space|disk|device|volume|watermark|enospc|quota exceeded|inode|edquot|speicherplatz|espace|espacio|磁盘|ディスク",
  ),
  memory: any("memory|heap|oom|ram|alloc\\w*|malloc|out ?of ?memory|speicher|mémoire|memoria|памят\\w*|メモリ|内存"),
  network: any(
    "connect\\w*|network|socket|dns|host(?:name)?|name resolution|getaddrinfo|tls|ssl|certificate|proxy|tcp|address|server|stream|port|remote|endpoint|verbindung|connexion|conexión|соединени\\w*|接続|连接|网络",
  ),
  port: any("port|address already|bind|listen\\w*|eaddrinuse"),
  syntax: any(
    "syntax|pars(?:e|er|ing)|token|bracket|brace|parenthes[ie]s|semicolon|indent\\w*|quote|string literal|end of (?:file|input)|eof|expression|statement|character|yaml|json|toml|xml|unmatched|unclosed|unterminated",
  ),
  types: any(
    "types?|assignable|argument|parameter|return|generic|interface|overload|cast|convert\\w*|null|nil|none|nonetype|signature",
  ),
  test: any(
    "tests?|assert\\w*|expect(?:ed|ation)?s?|spec|suite|scenario|examples?|failures?|passed|failing|checks? failed|received|actual",
  ),
  lint: any(
    "lint\\w*|rule|style|format\\w*|offen[sc]es?|warnings?|problems?|prettier|issues?|cop|complexity|unused|deprecat\\w*|trailing|whitespace",
  ),
  config: any(
    "config\\w*|settings?|options?|flags?|environment variable|env|variable|parameters?|arguments?|profile|context|property|key|value|yaml|toml|\\.env|required|scheme|task|target|placeholder|directive|konfiguration|設定|配置",
  ),
  model: any("models?|deployment|provider|endpoints?|llm"),
  window: any("context|prompt|tokens?|conversation|messages?|length|window|compact\\w*"),
  turns: any("turns?|iterations?|steps?|max[_ -]turns"),
  session: any(
    "session|conversation|thread|resume|rollout|transcript|checkpoint|tool_use|tool_result|thinking|history",
  ),
  answer: any(
    "json|output|response|format|tool call|function call|arguments|schema|structured|content|answer|completion",
  ),
  policy: any(
    "policy|safety|content|filter\\w*|flagged|harm\\w*|guidelines|refus\\w+|blocked|violat\\w+|prohibited|moderation|recitation",
  ),
  repository: any(
    "git|branch|commit|merge|rebase|worktree|repository|push|refs?|remote|working (?:tree|copy)|index\\.lock|checkout|stash|submodule|revision|upstream|detached|svn|hg",
  ),
  conflict: any(
    "merge conflict|conflicts?|<<<<<<<|unmerged|both (?:modified|added)|patch does not apply|could not apply",
  ),
};

/** What a name looks like says what it may be. */
const SHAPES: readonly (readonly [string, RegExp])[] = [
  ["variable", /(?<![\w$])[A-Z][A-Z0-9]*_[A-Z0-9_]{2,}\b/],
  [
    "source",
    /[\w)\]-]\.(?:[cm]?[jt]sx?|py|rb|rs|go|java|kt|scala|swift|php|cs|c|cc|cpp|h|hpp|ex|exs|erl|hs|ml|nim|zig|lua|pl|dart|vue|svelte|d|cr|jl|r|clj|fs|sh|proto|sql|css|scss|less|html)\b/,
  ],
  [
    "data",
    /[\w-]\.(?:csv|json|ya?ml|toml|env|ini|cfg|txt|md|lock|xml|svg|png|pem|key|db|sqlite|log|conf|properties|tfstate)\b/,
  ],
  [
    "host",
    /\b(?:[a-z0-9-]+\.){1,5}(?:com|org|net|io|dev|ai|internal|local|example|cloud)\b|\blocalhost\b|\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  ],
  ["place", /\.[a-z]{1,6}(?::\d+|\(\d+)|, line \d+|\bline \d+/],
  ["version", /(?:@|==|>=|~>|\^|~=) ?v?\d+(?:\.\d+)*/],
];

/** The signs of one line: what happened, to what, both together, and what the names in it look like. */
export function signsIn(line: string): readonly string[] {
  const text = line.slice(0, CHARS_MAX).toLowerCase();
  const happened = namesOf(HAPPENED, text);
  const things = namesOf(THINGS, text);
  const shapes = SHAPES.flatMap(([name, shape]) => (shape.test(line) ? [name] : []));
  return [
    ...happened.map((each) => `is:${each}`),
    ...things.map((each) => `of:${each}`),
    ...happened.flatMap((each) => things.map((thing) => `is:${each} ${thing}`)),
    ...happened.flatMap((each) => shapes.map((shape) => `is:${each} .${shape}`)),
  ];
}

const CHARS_MAX = 400;

function namesOf(table: Readonly<Record<string, RegExp>>, text: string): readonly string[] {
  return Object.keys(table).filter((name) => table[name]?.test(text));
}

/** Words that begin where a word begins; letters of other scripts count as letters. */
function any(...words: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})(?![\\p{L}])|(?:${scripts(words)})`, "u");
}

/** Scripts without spaces between words. */
function scripts(words: readonly string[]): string {
  const found = words.flatMap((each) => each.split("|")).filter((each) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(each));
  return found.length > 0 ? found.join("|") : "(?!)";
}
