const MOST = 125;

/** A text whose long lines go on in the next one, behind a ↪: what tests compare as a whole has to fit into their source. */
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
