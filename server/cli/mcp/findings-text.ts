import { join } from 'node:path';
import type { Lint } from '../../core/generated/outputs.js';
import { masked } from '../../core/secrets.ts';
import { LineIndex } from '../../core/syntax/lines.ts';
import { clipped, count } from '../../core/wording.ts';
import { isWithin } from '../../state/paths.ts';
import { bytesOf } from '../../state/text.ts';
import { readable } from '../../view/printable.ts';

type Finding = Lint['findings'][number];
type Edit = NonNullable<Finding['fix']>['edits'][number];

/** So many characters of what an edit replaces say which one it is. */
const REPLACED = 120;

/**
 * Findings for a model: what is wrong where, and the edit that fixes it.
 * @param unsaved the text of a file that is not read from disk
 */
export function findingsText(
  { findings, hidden, lost_names: lost, summary: { files, errors, warnings, infos } }: Lint,
  folder: string,
  unsaved: ReadonlyMap<string, string>,
): string {
  const texts = new Map<string, string>();
  const textOf = (file: string): string => {
    const known = texts.get(file) ?? unsaved.get(join(folder, file)) ?? textAt(join(folder, file), folder);
    texts.set(file, known);
    return known;
  };
  const lines = [
    `${count(errors, 'error')}, ${count(warnings, 'warning')}, ${count(infos, 'info')} in ${count(files, 'file')}`,
    ...hidden.map(({ finding, by }) => `hidden by ${by.file}:${by.line} ${by.text}: ${inWords(finding)}`),
    ...findings.flatMap(one => linesOf(one, textOf)),
    ...lost.map(({ name, file, pointer, now }) => `${file}${pointer}: names ${name}, which is ${now ?? 'gone'} now`),
  ];
  return lines.map(line => readable(line)).join('\n');
}

const inWords = ({ severity, file, range: { start }, message, rule, live, superseded }: Finding): string =>
  `${severity} ${file}:${start.line}:${start.column}${live ? ' (live)' : ''}${superseded ? ' (superseded)' : ''}: ${message} [${rule}]`;

function linesOf(finding: Finding, textOf: (file: string) => string): string[] {
  const { help, fix, related, needs_draft: needsDraft } = finding;
  return [
    inWords(finding),
    ...(help === undefined || fix ? [] : help.split('\n').slice(0, 2)).map(line => `  ${line}`),
    ...related.slice(0, 2).map(one => `  see ${one.file}:${one.range.start.line}: ${one.message}`),
    ...(needsDraft ? ['  it is published: create a draft to change it'] : []),
    ...(fix
      ? [`  fix${fix.safe ? '' : ' (check it)'}: ${fix.title}`, ...fix.edits.map(one => editLine(one, textOf))]
      : []),
  ];
}

function editLine({ file, range: { start, end }, newText }: Edit, textOf: (file: string) => string): string {
  const text = textOf(file),
    lines = new LineIndex(text),
    [from, to] = [start, end].map(({ line, column }) => lines.offsetAt({ line: line - 1, character: column - 1 })),
    old = text.slice(from, to),
    at = `${file}:${start.line}:${start.column}-${end.line}:${end.column}`;
  if (old === '') return `    ${at} insert ${quoted(newText)}`;
  const shown = quoted(clipped(masked(old), REPLACED));
  return newText === '' ? `    ${at} remove ${shown}` : `    ${at} replace ${shown} by ${quoted(newText)}`;
}

/** On one line, and without escapes if that is possible: it is JSON itself. */
const quoted = (text: string): string => (/[`\r\n]/.test(text) ? JSON.stringify(text) : `\`${text}\``);

function textAt(path: string, folder: string): string {
  try {
    return isWithin(folder, path) ? (bytesOf(path)?.toString('utf8') ?? '') : '';
  } catch {
    return '';
  }
}
