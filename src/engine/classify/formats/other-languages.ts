/**
 * What systems and tools say in other languages, told in English, so that every rule knows it: the errors of the operating
 * system, of shells, of databases and of git. Names and places in a line stay as they are. Data and one reader.
 */

type Translation = readonly [RegExp, string];

const NAME = "[\"'`«»„“”‘’]\\s?([^\"'`«»„“”‘’]{1,120}?)\\s?[\"'`«»„“”‘’]";

/** Longer sentences first. */
const TRANSLATIONS: readonly Translation[] = [
  [
    words(
      "Datei oder Verzeichnis nicht gefunden|Aucun fichier ou dossier de ce (?:type|nom)|No existe (?:el|ningún) (?:fichero|archivo) o (?:el )?directorio|Arquivo ou diretório (?:inexistente|não encontrado)|Ficheiro ou pasta inexistente|File o directory non esistente|Нет такого файла или каталога|Bestand of map bestaat niet|Nie ma takiego pliku ani katalogu|そのようなファイルやディレクトリはありません|没有那个文件或目录|沒有此一檔案或目錄|그런 파일이나 디렉터리가 없습니다|Böyle bir dosya ya da dizin yok",
    ),
    "No such file or directory",
  ],
  [
    words(
      "Das System kann die angegebene Datei nicht finden|Le fichier spécifié est introuvable|El sistema no puede encontrar el archivo especificado|系统找不到指定的文件",
    ),
    "The system cannot find the file specified",
  ],
  [
    words(
      "Keine Berechtigung|Permission non accordée|Permiso denegado|Permissão (?:negada|recusada)|Permesso negato|Отказано в доступе|Toegang geweigerd|Brak dostępu|許可がありません|权限不够|拒絕不符權限的操作|허가 거부|Erişim engellendi",
    ),
    "Permission denied",
  ],
  [
    words(
      "Zugriff verweigert|Accès refusé|Acceso denegado|Acesso negado|Accesso negato|Доступ запрещ[её]н|アクセスが拒否されました|拒绝访问",
    ),
    "Access denied",
  ],
  [
    words(
      "Verbindungsaufbau abgelehnt|Connexion refusée|Conexión rehusada|Conexión rechazada|Conexão recusada|Connessione rifiutata|В соединении отказано|Verbinding is geweigerd|Połączenie odrzucone|接続を拒否されました|拒绝连接|連線被拒絕|연결이 거부됨",
    ),
    "Connection refused",
  ],
  [
    words(
      "Die Wartezeit für die Verbindung ist abgelaufen|Connexion terminée par expiration du délai d'attente|Expiró el tiempo de conexión|Tempo esgotado para conexão|Connessione scaduta|Время ожидания соединения истекло|接続がタイムアウトしました|连接超时",
    ),
    "Connection timed out",
  ],
  [
    words(
      "Auf dem Gerät ist kein Speicherplatz mehr verfügbar|Aucun espace disponible sur le périphérique|No queda espacio en el dispositivo|Não há espaço disponível no dispositivo|Spazio esaurito sul device|На устройстве не осталось свободного места|デバイスに空き領域がありません|设备上没有空间",
    ),
    "No space left on device",
  ],
  [
    words(
      "Nicht genügend Hauptspeicher verfügbar|Impossible d'allouer de la mémoire|No se pudo asignar memoria|Não foi possível alocar memória|Impossibile allocare memoria|Не удалось выделить память|メモリを確保できません|无法分配内存",
    ),
    "Cannot allocate memory",
  ],
  [
    words(
      "Die Adresse wird bereits verwendet|Adresse déjà utilisée|La dirección ya se está usando|Endereço já em uso|Indirizzo già in uso|Адрес уже используется|アドレスは既に使用中です|地址已在使用",
    ),
    "Address already in use",
  ],
  [
    words(
      "(?:Befehl|Kommando) nicht gefunden|commande introuvable|orden no encontrada|comando no encontrado|comando não encontrado|comando non trovato|команда не найдена|opdracht niet gevonden|nie znaleziono polecenia|コマンドが見つかりません|未找到命令|找不到命令|명령어를 찾을 수 없음",
    ),
    "command not found",
  ],
  [
    words(
      "Speicherzugriffsfehler|Erreur de segmentation|Violación de segmento|Falha de segmentação|Ошибка сегментирования|Segmentation fout|段错误",
    ),
    "Segmentation fault",
  ],
  [
    words(
      "Der Name oder der Dienst ist nicht bekannt|Nom ou service inconnu|Nombre o servicio desconocido|Nome ou serviço desconhecido|Nome o servizio sconosciuto|Имя или служба не известны|名前またはサービスが不明です|未知的名称或服务",
    ),
    "Name or service not known",
  ],
  [
    sentence(
      `Relation ${NAME} existiert nicht|la relation ${NAME} n['’]existe pas|no existe la relación ${NAME}|a relação ${NAME} não existe|la relazione ${NAME} non esiste|отношение ${NAME} не существует|リレーション${NAME}は存在しません|关系 ${NAME} 不存在`,
    ),
    'relation "$1" does not exist',
  ],
  [
    sentence(
      `Spalte ${NAME} (?:von Relation ${NAME} )?existiert nicht|la colonne ${NAME} n['’]existe pas|no existe la columna ${NAME}|a coluna ${NAME} não existe|столбец ${NAME} не существует|列${NAME}は存在しません|字段 ${NAME} 不存在`,
    ),
    'column "$1" does not exist',
  ],
  [
    sentence(
      `Passwort-Authentifizierung für Benutzer ${NAME} fehlgeschlagen|authentification par mot de passe échouée pour l['’]utilisateur ${NAME}|la autentificación password falló para el usuario ${NAME}|пользователь ${NAME} не прошёл проверку подлинности`,
    ),
    'password authentication failed for user "$1"',
  ],
  [
    sentence(
      "(?:KONFLIKT|CONFLIT|CONFLICTO|CONFLITO|КОНФЛИКТ) \\([^)]{1,30}\\) ?: [^\\n]{0,30}?(?:Merge-Konflikt in|[Cc]onflit de fusion dans|[Cc]onflicto de fusión en|[Cc]onflito de mesclagem em|слияния в) (\\S+)",
    ),
    "CONFLICT (content): Merge conflict in $1",
  ],
  [sentence("^(?:FEHLER|ERREUR|FATAL|ERRO|ERRORE|ОШИБКА|错误|エラー) ?[:：]"), "ERROR:"],
  [sentence("\\b(?:Fehler|Erreur|Errore) ?: "), "error: "],
];

/** Most lines are plain English and are not looked at further; what only has signs of other kinds (bullets, quotes) is English too. */
const MAYBE =
  /[\u00aa-\u02ff\u0370-\u1fff\u3040-\ud7ff\uf900-\ufffd]|nicht|Datei|Befehl|Fehler|Verbindung|refus|fichier|introuvable|existe|Permiso|Acceso|orden|comando|Permesso|conex|CONFLI|KONFLIKT|FEHLER|ERREUR|kein|bestaat|geweigerd|pliku|polecenia|Speicher|esaurito|rifiutata|segment|scaduta/i;

export function inEnglish(text: string): string {
  if (!MAYBE.test(text)) return text;
  return TRANSLATIONS.reduce(
    (line, [foreign, english]) => line.replace(foreign, (...found) => filled(english, found)),
    text,
  );
}

/** `$1` is the first name that the sentence holds, in whichever language it was. */
function filled(english: string, found: readonly unknown[]): string {
  const names = found.slice(1).filter((each): each is string => typeof each === "string");
  return english.replace("$1", () => names[0] ?? "");
}

function words(all: string): RegExp {
  return new RegExp(all, "iu");
}

function sentence(all: string): RegExp {
  return new RegExp(all, "u");
}
