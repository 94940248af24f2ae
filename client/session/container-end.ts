/**
 * The offset after the bracket that closes the container at an offset.
 * @param limit the offset at which to stop; it is returned if the container is not closed before it
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
