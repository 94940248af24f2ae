import { entryOf, marksOf } from '../../core/shapes/table.ts';
import { listed } from '../../core/wording.ts';

const names: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  object: 'object',
  array: 'list',
  boolean: 'boolean',
  null: 'null',
};
const several: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  object: 'objects',
  array: 'lists',
};

/** The type of an entry as people call it: `string or null`, `list of strings`, `list (each item an edge)`. Empty: any value. */
export function typeInWords(entry: number): string {
  const { types = [], items } = entryOf(entry);
  return listed(
    types.map(type => (type === 'array' && items !== undefined ? listInWords(items) : (names[type] ?? type))),
  );
}

function listInWords(items: number): string {
  const noun = marksOf(items)['x-noun'],
    types = entryOf(items).types ?? [];
  if (noun !== undefined) return `list (each item ${noun})`;
  return types.length === 1 && several[types[0]!] !== undefined ? `list of ${several[types[0]!]}` : 'list';
}
