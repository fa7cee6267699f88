/**
 * What stays of a call, a result or a line when all is folded that differs from one try to the next: numbers, times, ids, temporary
 * files. Whether what is told again is a failure that is only counted; and how far something has got, where it says so. Pure.
 */
import { skeletonOf } from "../../engine/causes/names/skeleton.ts";

/** Folders stay: two files of one name are two files. */
export function foldedCall(input: string): string {
  return input
    .replaceAll(TEMPORARY, "<tmp>")
    .replaceAll(/\b\d{4}-\d\d-\d\d(?:[T_ ]\d\d[:_]?\d\d(?:[:_]?\d\d)?[\w.:+]*)?/g, "0")
    .replaceAll(/\b[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\b/gi, "0")
    .replaceAll(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, "0")
    .replaceAll(/\b(?=\w*\d)(?=\w*[A-Z])(?=\w*[a-z])\w{16,}\b/g, "0")
    .replaceAll(/\d+(?:[.,:]\d+)*/g, "0")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const TEMPORARY = /(?:\/private)?(?:\/tmp|\/var\/(?:tmp|folders)|\/dev\/shm|\$\{?TMPDIR\}?)\/[^\s"'`;|&)]*/g;

/**
 * Equal for two results that say the same. Of a failure the numbers do not count; of what succeeded they do, for they may be all
 * there is to it: only times and ids are folded.
 */
export function foldedResult(text: string, ok: boolean): string {
  if (!ok || tellsFailure(text)) return skeletonOf(text);
  return text
    .replaceAll(TEMPORARY, "<tmp>")
    .replaceAll(/\b\d{4}-\d\d-\d\d[T_ ]\d\d[:_]\d\d[:_]\d\d[\w.:+]*|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, "0")
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "0");
}

/** That something fails and is tried again, in the languages that programs speak. */
export function tellsFailure(line: string): boolean {
  return FAILURE.test(line);
}

const FAILURE = new RegExp(
  [
    "\\b(?:fail(?:s|ed|ing|ure)?|errors?|errno|refused|denied|time[d]?[ -]?out|unavailable|unreachable|overloaded|retry(?:ing)?|retries|retried|try(?:ing)? again|giving up|not ready|rate limit\\w*|[45]\\d\\d (?:bad|too|internal|service|gateway))\\b",
    "fehl(?:er|geschlagen)|erneut|abgelehnt|[ée]chec|[ée]chou|erreur|r[ée]essa|refus[ée]e?\\b|fall[oóa]\\b|fallid|reintent|rechazad|falh(?:a|ou)|tentando novamente|errore|fallit|riprov|rifiutat",
    "mislukt|opnieuw|misslyck|försöker igen|epäonnistu|błąd|ponawi|nie powiod|hata\\b|başarısız|yeniden dene|ошибк|не удалось|повтор|помилк|спроб",
    "失敗|再試行|エラー|失败|重试|重試|错误|錯誤|超时|실패|재시도|오류|خطأ|فشل|إعادة|שגיאה|נכשל|विफल|त्रुटि|lỗi|thất bại|thử lại|ข้อผิดพลาด|gagal|coba lagi",
  ].join("|"),
  "iu",
);

/**
 * How far it says it is, between 0 and 1: 45 %, 12/80, 3 of 9. Null: it does not say. What is counted without an end is no progress,
 * and neither is how often something was tried.
 */
export function progressIn(text: string): number | null {
  let furthest: number | null = null;
  for (const [, percent, done, all] of text.slice(-TEXT_MAX).matchAll(PROGRESS)) {
    const part = percent === undefined ? Number(done) / Number(all) : Number(percent) / 100;
    if (part >= 0 && part <= 1 && part > (furthest ?? -1)) furthest = part;
  }
  return furthest !== null && TRIES.test(text) ? null : furthest;
}

const TEXT_MAX = 4_000;
const PROGRESS = /(\d{1,3}(?:\.\d+)?) ?%|\b(\d{1,7}) ?(?:\/|of|von|sur|de|из)\s?(\d{1,7})\b/giu;
const TRIES =
  /\b(?:attempts?|tr(?:y|ies)|retr(?:y|ies|ying)|versuch|tentative|intento|tentativa|попытк\w*)\b|試行|次尝试|시도/iu;
