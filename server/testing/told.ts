import type { Workspace } from '../core/workspace/workspace.ts';

/**
 * Plain data as text for tests that compare whole outputs: one line a scalar; what is null, false, 0 or empty is left out; a place is its
 * file, line, column and what stands there.
 */
export function told(value: unknown, workspace: Workspace): string {
  const lines: string[] = [];
  const scalar = (one: unknown): string | undefined => {
    if (one === null || one === undefined || one === false || one === '' || one === 0) return '';
    if (typeof one !== 'object') return String(one);
    if (isPlace(one)) return placeText(one, workspace);
    if (Array.isArray(one)) { const parts = one.map(scalar); return parts.every(part => part !== undefined) ? parts.join(', ') : undefined; }
    return Object.keys(one).length === 0 ? '' : undefined;
  };
  const walk = (one: unknown, indent: string, label: string): void => {
    const short = scalar(one);
    if (short === '') return;
    if (short !== undefined) { lines.push(`${indent}${label}${short}`); return; }
    const entries = Array.isArray(one) ? one.map(item => ['- ', item] as const) : Object.entries(one as object).map(([key, item]) => [`${key}: `, item] as const);
    if (label !== '') lines.push(`${indent}${label}`.trimEnd());
    for (const [key, item] of entries) walk(item, label === '' ? indent : `${indent}  `, key);
  };
  walk(value, '', '');
  return lines.join('\n');
}

const isPlace = (value: object): value is { file: string; span: { start: number; end: number } } => 'file' in value && 'span' in value;

function placeText({ file, span }: { file: string; span: { start: number; end: number } }, workspace: Workspace): string {
  const document = workspace.document(file);
  if (!document) return `${file} (in no file)`;
  const { line, character } = document.lines.positionAt(span.start);
  return `${file}:${line + 1}:${character + 1} ${document.text.slice(span.start, span.end)}`;
}
