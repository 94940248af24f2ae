const MOST = 125;

/** A text whose long lines continue on the next one, after a ↪, so that whole expected texts fit into test code. */
export const wrapped = (text: string): string => text.split('\n').map(wrappedLine).join('\n');

function wrappedLine(line: string): string {
  const indent = `${/^ */.exec(line)![0]}  ↪`;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > MOST) {
    const space = rest.lastIndexOf(' ', MOST);
    const end = space > indent.length ? space : MOST;
    lines.push(rest.slice(0, end));
    rest = indent + rest.slice(end);
  }
  return [...lines, rest].join('\n');
}
