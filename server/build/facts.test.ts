// Tests of the dated facts about the platform: how facts are dated and added to the schemas, and that no field or
// value of the newest client is reported as a mistake.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { setOwn, type Json, type JsonObject } from '../core/json/json.ts';
import { platform } from '../core/generated/platform.js';
import { providerOfModel } from '../core/domain/voices.ts';
import { entryOf, marksOf, rootOf, shapeNames, type ShapeName } from '../core/shapes/table.ts';
import { workspaceOf } from '../testing/fixture.ts';

interface Dated {
  readonly since?: string;
  readonly until?: string;
}
interface Fact extends Dated {
  readonly types: readonly string[];
  readonly required?: true;
  readonly values?: Readonly<Record<string, Dated>>;
}
interface Platform {
  readonly first: string;
  readonly newest: string;
  readonly shapes: Readonly<Record<ShapeName, Readonly<Record<string, Fact>>>>;
}
interface Answer {
  readonly types: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly isRequired: boolean;
}
interface Schema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}
const { datedFacts } = (await import('./dated-facts.mjs' as string)) as {
  datedFacts(
    releases: readonly { readonly date: string; readonly byShape: Record<string, Record<string, Answer>> }[],
  ): Platform;
};
const { withFacts, withNotices } = (await import('./with-facts.mjs' as string)) as {
  withFacts(schemas: Record<string, unknown>, facts: unknown): Record<string, Schema>;
  withNotices(schemas: Record<string, unknown>, notices: unknown, dialects: unknown): Record<string, Schema>;
};
const notices = JSON.parse(
  readFileSync(new URL('../../schemas/platform/notices.json', import.meta.url), 'utf8'),
) as readonly { readonly address: string; readonly refused: string }[];
const facts = JSON.parse(
  readFileSync(new URL('../../schemas/platform/facts.json', import.meta.url), 'utf8'),
) as Platform;

const field = (...values: readonly string[]): Answer => ({
  types: new Set(['string']),
  values: new Set(values),
  isOpen: values.length === 0,
  isRequired: false,
});

test('a field or value has the date of the first release with it, and of the first release without it', () => {
  const { shapes, ...span } = datedFacts([
    { date: '2026-01-01', byShape: { voice: { model: field('a', 'b'), old: field(), kind: field() } } },
    { date: '2026-02-01', byShape: { voice: { model: field('a', 'b'), kind: field('x'), late: field('p') } } },
    {
      date: '2026-03-01',
      byShape: { voice: { model: field('a', 'c'), kind: field('x', 'y'), late: field('p', 'q') } },
    },
  ]);
  expect(span).toEqual({ first: '2026-01-01', newest: '2026-03-01' });
  expect(shapes).toEqual({
    voice: {
      // in the first release, the field accepted all values
      kind: { types: ['string'], values: { x: {}, y: {} } },
      // a value that was added with its field has no date
      late: { types: ['string'], since: '2026-02-01', values: { p: {}, q: { since: '2026-03-01' } } },
      model: { types: ['string'], values: { a: {}, b: { until: '2026-03-01' }, c: { since: '2026-03-01' } } },
      old: { types: ['string'], until: '2026-02-01' },
    },
  });
});

test('values in the specification or the client are accepted, and other values are refused', () => {
  const results = withFacts(
    {
      voice: {
        $id: 'voice.schema.json',
        properties: {
          model: { type: 'string', enum: ['a'] },
          mood: { type: 'string', enum: ['calm', 'gone'] },
          note: { type: 'string' },
          fixed: { type: 'string', const: 'voice' },
        },
      },
    },
    {
      first: '2026-01-01',
      shapes: {
        voice: {
          fixed: { types: ['string'], values: { other: {} } },
          gone_field: { types: ['string'], until: '2026-02-01' },
          list: { types: ['array'], since: '2026-02-01' },
          'list/*': { types: ['string'], since: '2026-02-01', values: { x: {} } },
          model: {
            types: ['null', 'string'],
            values: { a: {}, 'a-2': { since: '2026-02-01' }, 'a-1': { until: '2026-02-01' } },
          },
          mood: { types: ['string'], values: { calm: {}, gone: { until: '2026-02-01' } } },
          note: { types: ['string'], values: { one: {} } },
        },
      },
    },
  )['voice']!.properties;
  expect(results).toEqual({
    model: {
      type: ['string', 'null'],
      enum: ['a', null, 'a-2'],
      'x-since-values': { 'a-2': '2026-02-01' },
      'x-until-values': { 'a-1': '2026-02-01' },
      'x-retired-values': { 'a-1': 'a-2' },
    },
    // the specification has the value, although the client has removed it
    mood: { type: 'string', enum: ['calm', 'gone'] },
    note: { type: 'string', examples: ['one'], 'x-named-values': ['one'] },
    fixed: { type: 'string', const: 'voice' },
    gone_field: { type: ['string', 'null'], 'x-not-shown': true, 'x-since': '2026-01-01', 'x-until': '2026-02-01' },
    list: {
      type: ['array', 'null'],
      'x-not-shown': true,
      'x-since': '2026-02-01',
      items: {
        type: ['string', 'null'],
        'x-not-shown': true,
        'x-since': '2026-02-01',
        'x-known-values': ['x'],
        'x-since-values': { x: '2026-02-01' },
      },
    },
  });
});

test('a date in a schema applies to fields outside the specification, and a notice explains a retired field', () => {
  const results = withNotices(
    withFacts(
      {
        voice: {
          $id: 'voice.schema.json',
          properties: {
            stated: { type: 'string' },
            seen: { type: 'string', 'x-not-shown': true },
            kind: { type: 'string', 'x-known-values': ['old_ours'] },
          },
        },
      },
      {
        first: '2026-01-01',
        shapes: {
          voice: {
            stated: { types: ['string'], until: '2026-02-01' },
            seen: { types: ['string'], until: '2026-02-01' },
          },
        },
      },
    ),
    [
      { address: 'a', shape: 'voice', fields: ['seen'], refused: '2026-03-01' },
      { address: 'b', shape: 'voice', field: 'kind', values: ['old_theirs'], dialect: 'their', refused: '2026-04-01' },
    ],
    { their: { names: { old_ours: 'old_theirs' } } },
  );
  expect(results['voice']!.properties).toEqual({
    stated: { type: 'string' },
    seen: {
      type: 'string',
      'x-not-shown': true,
      'x-until': '2026-02-01',
      'x-still-in-files': true,
      'x-notice': { address: 'a', refused: '2026-03-01' },
    },
    kind: {
      type: 'string',
      'x-known-values': ['old_ours'],
      'x-notices': { old_ours: { address: 'b', refused: '2026-04-01', as: 'old_theirs' } },
    },
  });
});

test('each notice has an address and a date', () => {
  for (const { address, refused: refusal } of notices) {
    expect(address).toMatch(/^https:\/\/docs\./);
    expect(refusal).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});

/** For each JSON type, a value for fields without a list of values. */
const samples: Readonly<Record<string, Json>> = {
  string: 'some text',
  number: 1,
  boolean: true,
  array: [],
  object: {},
  null: null,
  any: {},
};
/** For each suffix of a file name, the shape of the file's contents. */
const kinds: readonly (readonly [suffix: string, root: ShapeName])[] = [
  ['agent', 'agent-settings'],
  ['llm', 'llm'],
  ['conversation-flow', 'conversation-flow'],
  ['flow-component', 'flow-component'],
  ['phone-number', 'phone-number'],
  ['test-case', 'test-case-definition'],
  ['batch-call', 'batch-call'],
  ['agent-override', 'agent-override'],
];

/**
 * For every shape, a document that contains a value of the shape. The documents are found by a walk over the shape
 * table.
 */
function placesOf(): ReadonlyMap<ShapeName, { readonly suffix: string; readonly around: (value: JsonObject) => Json }> {
  const places = new Map<ShapeName, { suffix: string; around: (value: JsonObject) => Json }>();
  const seenEntries = new Set<number>();
  const pending: { entry: number; suffix: string; around: (value: Json) => Json; depth: number }[] = kinds.map(
    ([suffix, root]) => ({ entry: rootOf(root), suffix, around: value => value, depth: 0 }),
  );
  for (let at = pending.shift(); at; at = pending.shift()) {
    const { entry, suffix, around, depth } = at;
    if (seenEntries.has(entry) || depth > 8) continue;
    seenEntries.add(entry);
    const { shapes = [], props = {}, items, variants } = entryOf(entry);
    for (const shape of shapes) if (!places.has(shape)) places.set(shape, { suffix, around });
    for (const [key, child] of Object.entries(props))
      pending.push({ entry: child, suffix, depth: depth + 1, around: value => around({ [key]: value }) });
    if (items !== undefined) pending.push({ entry: items, suffix, depth: depth + 1, around: value => around([value]) });
    for (const [kind, variant] of Object.entries(variants?.of ?? {}))
      pending.push({
        entry: variant,
        suffix,
        depth: depth + 1,
        around: value => around({ [variants!.by]: kind, ...(value as JsonObject) }),
      });
  }
  return places;
}

test('every field and value of the newest client is accepted and known', () => {
  const places = placesOf(),
    ruleSet = new RuleSet(rules.filter(({ id }) => /enum|unknown-field|unrecognized|retired|wrong-type/.test(id))),
    complaints: string[] = [];
  let fields = 0,
    values = 0;
  for (const shape of shapeNames) {
    const place = places.get(shape);
    for (const [path, fact] of Object.entries(facts.shapes[shape] ?? {})) {
      if (fact.until !== undefined || path === '*' || !place) continue;
      const current = Object.entries(fact.values ?? {}).filter(([, { until }]) => until === undefined);
      for (const value of fact.values ? current.map(([name]) => name) : fact.types.map(type => samples[type]!)) {
        const record = place.around(
          path.split('/').reduceRight<Json>((value, key) => {
            if (key === '*') return [value];
            const object: JsonObject = {};
            setOwn(object, key, value);
            return object;
          }, value) as JsonObject,
        );
        const workspace = workspaceOf(`-- x.${place.suffix}.json --\n${JSON.stringify(record)}\n`);
        const findings = lint(workspace.documents[0]!, workspace, ruleSet);
        fields++;
        values += fact.values ? 1 : 0;
        for (const { rule, severity, message } of findings)
          if (
            rule === 'unknown-field' ||
            rule === 'unrecognized-value' ||
            rule.startsWith('retired') ||
            (severity === 'error' &&
              // types contain no bounds, so findings about bounds of the specification are expected
              !(
                fact.values === undefined &&
                value !== null &&
                (rule === 'invalid-enum-value' || fact.types.includes('any'))
              ))
          )
            complaints.push(`${shape} ${path} ${JSON.stringify(value)}: ${rule}: ${message}`);
      }
    }
  }
  expect(complaints).toEqual([]);
  expect(fields).toBeGreaterThan(600);
  expect(values).toBeGreaterThan(300);
});

test("the platform's dates are those of the newest facts, and every voice model has a provider", () => {
  expect(platform).toEqual({ first: facts.first, newest: facts.newest });
  const models = marksOf(entryOf(rootOf('agent-settings')).props!['voice_model']!).enum!.filter(
    model => model !== null,
  );
  expect(models).toContain('inworld-tts-2');
  expect(models.filter(model => providerOfModel(String(model)) === undefined)).toEqual([]);
  const dates = Object.values(facts.shapes).flatMap(shape =>
    Object.values(shape).flatMap(({ since, until, values = {} }) => [
      since,
      until,
      ...Object.values(values).flatMap(value => [value.since, value.until]),
    ]),
  );
  expect(dates.filter(date => date !== undefined && !(date > facts.first && date <= facts.newest))).toEqual([]);
});
