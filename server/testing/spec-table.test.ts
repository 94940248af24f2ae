// Checks two generated tables of schemas/README.md: the table of keywords, and the table of the sentences of the
// specification and their checks.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { ruleKind } from '../core/engine/rule.ts';

type Schema = Readonly<Record<string, unknown>>;
const root = new URL('../../', import.meta.url);
const folder = new URL('schemas/', root);
const suffix = '.schema.json';
const schemas = new Map(
  readdirSync(folder)
    .filter(name => name.endsWith(suffix))
    .map(name => [name.slice(0, -suffix.length), JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Schema]),
);
const ids = new Set<string>(rules.map(rule => rule.id));

const sections = readFileSync(new URL('README.md', folder), 'utf8').split(/^## /m);
const sectionOf = (title: string): string => sections.find(section => section.startsWith(title)) ?? '';
/** The cells of the rows in all tables of a section, without headers. */
const rowsOf = (section: string): string[][] =>
  section
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
    .filter((cells, i, all) => !/^-+$/.test(cells[0]!) && !/^-+$/.test(all[i + 1]?.[0] ?? ''));
const quotes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(match => match[1]!);

/** The schemas, with every schema to which they refer or that they extend. */
function closure(places: readonly Schema[]): Schema[] {
  return places.flatMap(place => {
    const next = [
      ...(typeof place['$ref'] === 'string' ? [schemas.get(place['$ref'].slice(0, -suffix.length))!] : []),
      ...(typeof place['x-shape'] === 'string' ? [schemas.get(place['x-shape'])!] : []),
      ...((place['allOf'] ?? []) as Schema[]),
    ];
    return [place, ...(next.length > 0 ? closure(next) : [])];
  });
}
test('the table of keywords has a row for every x- keyword in use, and no other rows', async () => {
  const { platformSchemas } = (await import('../build/with-facts.mjs' as string)) as {
    platformSchemas(): Record<string, Schema>;
  };
  const usedMarks = new Set(
    Object.values(platformSchemas()).flatMap(schema => JSON.stringify(schema).match(/(?<=")x-[a-z-]+(?=":)/g) ?? []),
  );
  const rows = rowsOf(sectionOf('The x- keywords'))
    .flatMap(([keyword]) => quotes(keyword!))
    .filter(keyword => keyword.startsWith('x-'));
  expect(rows.toSorted()).toEqual([...usedMarks].sort());
});

const statedSection = sectionOf('Every sentence of the specification');
const rows = rowsOf(statedSection);

test('every row about the specification names bounds or rules', () => {
  expect(rows.length).toBeGreaterThan(300);
  expect(rows.filter(cells => cells.length !== 2 || cells.includes('')).map(cells => cells.join(' | '))).toEqual([]);
});

test('every field of a shape with a specification is in the table', () => {
  const placeText = rows.map(([place]) => place!).join(' ');
  const shapes = [...new Set(rows.flatMap(([place]) => quotes(place!)).map(place => place.split('/')[0]!))];
  expect(shapes.length).toBeGreaterThan(40);
  const missingFields = shapes.flatMap(shape => {
    const schema = schemas.get(shape);
    if (!schema || schema['x-not-shown'] === true || shape.endsWith('-override')) return [];
    const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).filter(
      ([, field]) =>
        field['x-not-shown'] !== true && closure([field]).every(part => part === field || part['x-not-shown'] !== true),
    );
    return fields
      .map(([name]) => `${shape}/${name}`)
      .filter(place => !placeText.includes(`\`${place}\``) && !placeText.includes(`\`${place}/`));
  });
  expect(missingFields).toEqual([]);
});

test('every rule that the table names exists', () => {
  const places = [
    ...rows.flatMap(([place, cell]) => (place!.startsWith('`') ? [] : quotes(cell!))),
    ...quotes(statedSection.slice(0, statedSection.indexOf('\n<!--'))).filter(
      name => name.includes('-') && !name.startsWith('x-'),
    ),
  ];
  expect(places.filter(name => !ids.has(name))).toEqual([]);
});

test('the table names every rule about the specification', () => {
  const statedNames = new Set(quotes(statedSection));
  const ruleIds = rules.filter(
    rule =>
      (ruleKind(rule) === 'shape' || ruleKind(rule) === 'schema') &&
      !['domain', 'Preflight configuration'].includes(rule.spec),
  );
  expect(ruleIds.length).toBeGreaterThan(60);
  expect(ruleIds.map(rule => rule.id).filter(id => !statedNames.has(id))).toEqual([]);
});

test('every clause of a rule begins with a heading of the specification', () => {
  const ofShapes = [...schemas.values()].flatMap(
    schema => JSON.stringify(schema).match(/(?<="x-spec":")[^"(]+/g) ?? [],
  );
  const others =
    'What the service does, Resources and their fields, States and transitions, Authentication, Endpoints, Events, Limits';
  const headings = new Set([...ofShapes, ...others.split(', ')].map(heading => heading.trim()));
  const clauses = rules.flatMap(rule => [rule.clause ?? []].flat());
  expect(clauses.length).toBeGreaterThan(120);
  expect(
    clauses.filter(clause => !headings.has(clause.slice(0, Math.max(0, clause.indexOf(': '))).replace(/ \(.*/, ''))),
  ).toEqual([]);
});
