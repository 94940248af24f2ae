const MAX_COLUMNS = 125;

/** Breaks long lines, and marks each continuation with ↪, so that expected texts fit into test code. */
export const wrapped = (text: string): string => text.split('\n').map(wrappedLine).join('\n');

function wrappedLine(line: string): string {
  const indent = `${/^ */.exec(line)![0]}  ↪`;
  const lines: string[] = [];
  let remainder = line;
  while (remainder.length > MAX_COLUMNS) {
    const space = remainder.lastIndexOf(' ', MAX_COLUMNS);
    const end = space > indent.length ? space : MAX_COLUMNS;
    lines.push(remainder.slice(0, end));
    remainder = indent + remainder.slice(end);
  }
  return [...lines, remainder].join('\n');
}
