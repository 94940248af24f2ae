import type { Document } from '../core/document.ts';
import { secretSpans } from '../core/domain/redacted.ts';
import type { Lint } from '../core/generated/outputs.js';
import { maskSecrets } from '../core/secrets.ts';
import type { Span } from '../core/syntax/lines.ts';
import { clipped, count } from '../core/wording.ts';
import { codeFrame } from './code-frame.ts';
import { makeReadable } from './printable.ts';

type Finding = Lint['findings'][number];
type Edit = NonNullable<Finding['fix']>['edits'][number];

/** The maximum number of characters that are shown of a replaced text; they suffice to identify the text. */
const EXCERPT = 120;
/** The maximum number of columns of a line that is shown without an edit. */
const COLUMNS = 120;

/**
 * Findings for a model: each place and problem with the edit that fixes it, or the line that the model must edit.
 * @param documentOf the linted documents
 */
export function findingsForModels(
  { findings, hidden, lost_names: lostLint, summary: { files, errors, warnings, infos } }: Lint,
  documentOf: DocumentOf,
): string {
  const lines = [
    `${count(errors, 'error')}, ${count(warnings, 'warning')}, ${count(infos, 'info')} in ${count(files, 'file')}`,
    ...hidden.map(
      ({ finding, by }) => `${finding.file}: hidden by ${by.file}:${by.line} ${by.text}: ${inWords(finding)}`,
    ),
    ...findings.flatMap((finding, i) => linesOf(finding, findings[i - 1], documentOf)),
    ...lostLint.map(
      ({ name, file, pointer, now }) => `${file}${pointer}: names ${name}, which is ${now ?? 'gone'} now`,
    ),
  ];
  return lines.map(line => makeReadable(line)).join('\n');
}

function inWords({
  severity,
  range: { start },
  message,
  rule,
  live,
  superseded,
  needs_draft: isDraftNeeded,
}: Finding): string {
  const states = [live && 'live', superseded && 'superseded', isDraftNeeded && 'published: change it in a new draft'],
    state = states.filter(Boolean).join(', ');
  return `${severity} ${start.line}:${start.column}${state && ` (${state})`}: ${message} [${rule}]`;
}

/** The lines of a finding. The file and the source line are omitted if they are those of the previous finding. */
function linesOf(finding: Finding, before: Finding | undefined, documentOf: DocumentOf): string[] {
  const { file, range, help, fix, related } = finding,
    document = fix ? undefined : documentOf(file),
    isKnown = before?.file === file && !before.fix && before.range.start.line === range.start.line;
  const lines = [...(before?.file === file ? [] : [file]), `  ${inWords(finding)}`];
  if (document && !isKnown) {
    const frame = codeFrame(document, range, secretSpans(document), COLUMNS);
    // a line of brackets is not shown, because it does not identify the place
    if (/\w/.test(frame.source)) lines.push(`    | ${frame.source.trim()}`);
  }
  if (!fix && help !== undefined)
    lines.push(
      ...help
        .split('\n')
        .slice(0, 2)
        .map(line => `    ${line}`),
    );
  lines.push(
    ...related.slice(0, 2).map(relatedItem => `    see ${placeIn(file, relatedItem)}: ${relatedItem.message}`),
  );
  if (fix) {
    const edits = fix.edits.map(edit => editInWords(file, edit, documentOf(edit.file)));
    lines.push(`    fix${fix.safe ? '' : ' (check it)'}: ${fix.title}: ${edits.join('; ')}`);
  }
  return lines;
}
type DocumentOf = (file: string) => Document | undefined;

const placeIn = (currentFile: string, { file, range }: Pick<Edit, 'file' | 'range'>): string =>
  `${file === currentFile ? 'line ' : `${file}:`}${range.start.line}`;

const spanOf = ({ lines }: Document, { start, end }: Finding['range']): Span => {
  const [first, last] = [start, end].map(({ line, column }) =>
    lines.offsetAt({ line: line - 1, character: column - 1 }),
  ) as [number, number];
  return { start: first, end: last };
};

function editInWords(currentFile: string, { file, range, newText }: Edit, document: Document | undefined): string {
  const { start, end } = range,
    span = document ? spanOf(document, range) : { start: 0, end: 0 },
    oldText = document?.text.slice(span.start, span.end) ?? '',
    rangeText = `${file === currentFile ? '' : `${file}:`}${start.line}:${start.column}-${end.line}:${end.column}`;
  if (oldText === '') return `${rangeText} insert ${quoteText(newText)}`;
  const excerpt = quoteText(clipped(maskSecrets(oldText), EXCERPT));
  return newText === '' ? `${rangeText} remove ${excerpt}` : `${rangeText} replace ${excerpt} by ${quoteText(newText)}`;
}

/** Quotes a text on one line, without escapes if possible, because the text is JSON itself. */
const quoteText = (text: string): string => (/[`\r\n]/.test(text) ? JSON.stringify(text) : `\`${text}\``);
