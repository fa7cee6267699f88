/** A sentence whose commands and names stand between backticks: these are set as code. Everything stays text. */
export function Prose({ text }: { text: string }) {
  const parts = text.split("`");
  // One that is never closed is what it looks like.
  if (parts.length % 2 === 0) return <>{text}</>;
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={`${index}`}>{part}</code> : part))}</>;
}
