/**
 * Which of many words occur in a text, found in one pass over it however many words there are (Aho and Corasick's
 * automaton). This is what keeps the table of rules from being tried rule by rule on every line.
 */

interface Node {
  readonly next: Map<number, Node>;
  /** The owners of the words that end here, those of the longest shorter ending included. */
  owners: readonly number[];
  /** Where the longest ending of this that also begins a word stands. */
  fallback: Node;
}

export type WordFinder = (text: string) => ReadonlySet<number>;

/** `words[n]` are the words of owner n; the finder tells which owners have a word in a text. Built for the first text. */
export function wordFinder(words: readonly (readonly string[])[]): WordFinder {
  let planted: Node | undefined;
  return (text) => {
    planted ??= plant(words);
    const root = planted;
    const found = new Set<number>();
    let node = root;
    for (let at = 0; at < text.length; at++) {
      node = step(node, text.charCodeAt(at), root);
      for (const owner of node.owners) found.add(owner);
    }
    return found;
  };
}

function newNode(root?: Node): Node {
  const node: { next: Map<number, Node>; owners: readonly number[]; fallback?: Node } = { next: new Map(), owners: [] };
  node.fallback = root ?? (node as Node);
  return node as Node;
}

function plant(words: readonly (readonly string[])[]): Node {
  const root = newNode();
  for (const [owner, own] of words.entries()) {
    for (const word of own) {
      let node = root;
      for (let at = 0; at < word.length; at++) {
        const code = word.charCodeAt(at);
        const next = node.next.get(code) ?? newNode(root);
        node.next.set(code, next);
        node = next;
      }
      if (word !== "") node.owners = [...new Set([...node.owners, owner])];
    }
  }
  linkFallbacks(root);
  return root;
}

/** Breadth first, so that shorter endings are complete before longer ones build on them. */
function linkFallbacks(root: Node): void {
  const queue: Node[] = [...root.next.values()];
  for (let head = queue[0], at = 0; head !== undefined; head = queue[++at]) {
    for (const [code, child] of head.next) {
      child.fallback = step(head.fallback, code, root);
      child.owners = [...new Set([...child.owners, ...child.fallback.owners])];
      queue.push(child);
    }
  }
}

function step(from: Node, code: number, root: Node): Node {
  let node = from;
  let next = node.next.get(code);
  while (next === undefined && node !== root) {
    node = node.fallback;
    next = node.next.get(code);
  }
  return next ?? root;
}
