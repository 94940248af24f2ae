import { expect, test } from 'vitest';
import type { Cursor } from '../core/cursor.ts';
import { Document } from '../core/document.ts';
import { join, type Pointer } from '../core/json/pointer.ts';
import type { Json } from '../core/json/json.ts';
import { accountRecords } from './drift-records.ts';
import { driftBetween } from './drift.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { corpusDocuments, corpus, samples, textsIn } from '../testing/samples.ts';
import { expectAsNaive } from '../testing/three-way.ts';

test('the drift after 5,000 random changes on either side equals a comparison leaf by leaf', () => {
  for (let seed = 10_000; seed < 15_000; seed++) expectAsNaive(seed);
});

/** The pointers of all scalars. */
function scalarsIn(value: Json, pointer: Pointer = ''): Pointer[] {
  if (typeof value !== 'object' || value === null) return [pointer];
  return Object.entries(value).flatMap(([key, inner]) => scalarsIn(inner as Json, join(pointer, key)));
}
/** Another value of the same type. */
function another(value: Json): Json {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : `${String(value)}~`;
}

/** A copy of a value with another value at a pointer. */
function withAnother(value: Json, pointer: Pointer): Json {
  const copy = structuredClone(value) as any,
    keys = pointer
      .slice(1)
      .split('/')
      .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~')),
    lastKey = keys.pop()!,
    holder = keys.reduce((inner, key) => inner[key], copy);
  holder[lastKey] = another(holder[lastKey]);
  return copy;
}

const documents = [
  ...['clinic', 'exports'].flatMap(name =>
    Object.entries(textsIn(samples(name)))
      .filter(([file]) => file.endsWith('.json'))
      .map(([file, text]) => new Document(file, text)),
  ),
  ...(corpus ? corpusDocuments() : []),
].filter(
  document =>
    document.valid && accountRecords(new Workspace([document])).length === 1 && !document.kind?.startsWith('agent-'),
);

test.each(documents.map(document => [document.file, document] as const))(
  'each changed value of %s is one difference, at its pointer',
  (_, document) => {
    const account = new Workspace([document]);
    let differences = 0;
    for (const pointer of scalarsIn(document.spelled!)) {
      const text = JSON.stringify(withAnother(document.spelled!, pointer)),
        there = new Workspace([new Document('export.json', text, 0, document.kind)]),
        cursor = document.at(pointer);
      const { records } = driftBetween(
        { filesWorkspace: account, accountWorkspace: there, base: undefined },
        { byName: false },
      );
      const values = records.flatMap(record => record.values.map(value => value.pointer)),
        isOwn = (text: string): boolean => pointer === text || pointer.startsWith(`${text}/`);
      // a record with a changed identity becomes two records, and a changed type changes the meaning of other fields
      if (records.length !== 1 || cursor.key === 'type') continue;
      if (values.length > 0) differences++;
      const ancestors: Cursor[] = [];
      for (let place: Cursor | undefined = cursor; place; place = place.parent) ancestors.push(place);
      const isAside = ancestors.some(
        ({ marks, key }) =>
          marks['x-response-only'] ||
          marks['x-unit']?.startsWith('timestamp') ||
          marks['x-identifies'] ||
          key.startsWith('_'),
      );
      if (values.length === 0) expect([pointer, isAside]).toEqual([pointer, true]);
      else expect([pointer, values.filter(pointer => !isOwn(pointer))]).toEqual([pointer, []]);
    }
    expect(differences).toBeGreaterThan(0);
  },
);
