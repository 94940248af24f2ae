/**
 * The offset after the bracket that closes the container starting at an offset.
 * @param limit looks no further than this, and returns it if the container is not closed before
 */
export function endOf(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let i = start; i < limit; i++) {
    switch (text[i]) {
      case '{':
      case '[':
        depth++;
        break;
      case '}':
      case ']':
        if (--depth === 0) return i + 1;
        break;
      case '"': {
        for (i++; i < limit && text[i] !== '"' && text[i] !== '\n'; i++) if (text[i] === '\\') i++;
        break;
      }
    }
  }
  return limit;
}
