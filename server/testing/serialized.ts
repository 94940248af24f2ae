import type { Workspace } from '../core/workspace/workspace.ts';
import { wrapped } from './wrapped.ts';

interface Placed {
  readonly file: string;
  readonly span: { readonly start: number; readonly end: number };
}
const LINE = 120;

/**
 * Prints plain data for tests that compare whole outputs. Short values share lines; null, false, 0 and empty values
 * are omitted. A place is printed as file, line, column and text, an assumption as its name, and a step of a
 * resolution with its clause in brackets.
 */
export function serialized(value: unknown, workspace: Workspace): string {
  const lines: string[] = [];
  const shortForm = (one: unknown): string | undefined => {
    if (one === null || one === undefined || one === false || one === '' || one === 0) return '';
    if (typeof one !== 'object') return String(one);
    if ('file' in one && 'span' in one) return placeText(one as Placed, workspace);
    if ('assumes' in one && 'name' in one) return String(one.name);
    if ('text' in one && 'spec' in one)
      return `${String(one.text)}${one.spec === null ? '' : ` [${String(one.spec)}]`}`;
    const isList = Array.isArray(one),
      parts = (
        isList
          ? one.map(part => shortForm(part))
          : Object.entries(one).map(([key, part]) => {
              const text = shortForm(part);
              return text && `${key} ${text}`;
            })
      ).filter(part => part !== '');
    const line = parts.join(isList ? ', ' : '; ');
    if (parts.length === 0) return '';
    if (!parts.every(part => part !== undefined) || line.length > LINE) return undefined;
    return isList ? line : `{${line}}`;
  };
  const walk = (entries: readonly (readonly [string, unknown])[], indent: string): void => {
    let line = '';
    const end = (): void => {
      if (line !== '') lines.push(indent + line);
      line = '';
    };
    for (const [key, one] of entries) {
      const text = shortForm(one);
      if (text === '') continue;
      if (text !== undefined) {
        const part = `${key}: ${text}`;
        if (key === '-' || line.length + part.length > LINE) end();
        line += line === '' ? part : `; ${part}`;
        continue;
      }
      end();
      lines.push(`${indent}${key}:`);
      walk(Array.isArray(one) ? one.map(item => ['-', item] as const) : Object.entries(one as object), `${indent}  `);
    }
    end();
  };
  walk(Object.entries(value as object), '');
  return wrapped(lines.join('\n'));
}

function placeText({ file, span }: Placed, workspace: Workspace): string {
  const document = workspace.document(file);
  if (!document) return `${file} (in no file)`;
  const { line, character } = document.lines.positionAt(span.start);
  return `${file}:${line + 1}:${character + 1} ${document.text.slice(span.start, span.end)}`;
}
