/**
 * The offset after the bracket that closes the container starting at an offset.
 * @param most looks no further than this, and returns it if the container is not closed before
 */
export function endOf(text: string, start: number, most: number): number {
  let depth = 0;
  for (let at = start; at < most; at++) {
    switch (text[at]) {
      case '{':
      case '[':
        depth++;
        break;
      case '}':
      case ']':
        if (--depth === 0) return at + 1;
        break;
      case '"': {
        for (at++; at < most && text[at] !== '"' && text[at] !== '\n'; at++) if (text[at] === '\\') at++;
        break;
      }
    }
  }
  return most;
}
