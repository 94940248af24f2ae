import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document } from '../document.ts';
import { defaultSettings } from './workspace-settings.ts';
import { Workspace } from './workspace.ts';

/**
 * An independent second implementation of Versioning 3 and 4: it enumerates the possible worlds that the files allow,
 * and a reference is resolved if all worlds give the same answer. `resolve.ts` must agree on any files.
 */

interface RecordFile {
  readonly is_published?: boolean;
  readonly last_modification_timestamp?: number;
  readonly assigned_tags?: readonly string[];
}
interface SummaryLine {
  readonly is_published: boolean;
  readonly last_modification_timestamp: number;
}
interface TagState {
  readonly version?: number | null;
  readonly dynamic_variables?: Record<string, string>;
}
interface Files {
  readonly records: ReadonlyMap<number, RecordFile>;
  readonly summaries: ReadonlyMap<number, SummaryLine>;
  readonly tags: ReadonlyMap<string, TagState> | undefined;
}

const tagNames = ['prod', 'beta', 'canary'] as const;
const number = fc.integer({ min: 0, max: 4 });
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;

const record = fc
  .record({
    is_published: optional(fc.boolean()),
    last_modification_timestamp: optional(fc.integer({ min: 1, max: 4 })),
    assigned_tags: optional(fc.shuffledSubarray([...tagNames])),
  })
  .map(withoutUndefined) as fc.Arbitrary<RecordFile>;
const summary: fc.Arbitrary<SummaryLine> = fc.record({
  is_published: fc.boolean(),
  last_modification_timestamp: fc.integer({ min: 1, max: 4 }),
});
const state = fc
  .record({
    version: fc.oneof(number, fc.constant(null), fc.constant(undefined)),
    dynamic_variables: optional(fc.dictionary(fc.constantFrom('name', 'order_id'), fc.string({ maxLength: 3 }))),
  })
  .map(withoutUndefined) as fc.Arbitrary<TagState>;
const table = <K, V>(key: fc.Arbitrary<K>, value: fc.Arbitrary<V>): fc.Arbitrary<Map<K, V>> =>
  fc.uniqueArray(fc.tuple(key, value), { selector: ([k]) => k, maxLength: 5 }).map(pairs => new Map(pairs));
const files: fc.Arbitrary<Files> = fc.record({
  records: table(number, record),
  summaries: fc.oneof(fc.constant(new Map()), table(number, summary)),
  tags: optional(table(fc.constantFrom(...tagNames), state)),
});
const reference = fc.oneof(number, fc.constantFrom('latest', 'latest_published', ...tagNames));

function workspaceOf({ records, summaries, tags }: Files, refusedAssumptions: readonly string[] = []): Workspace {
  const documents = [...records].map(
    ([version, fields]) =>
      new Document(
        `desk-${version}.agent.json`,
        JSON.stringify({
          agent_id: 'agent_desk',
          version,
          ...fields,
          response_engine: { type: 'custom-llm' },
          voice_id: 'v',
        }),
      ),
  );
  if (summaries.size > 0)
    documents.push(
      new Document(
        'agent_desk.agent-versions.json',
        JSON.stringify([...summaries].map(([version, line]) => ({ version, ...line }))),
      ),
    );
  if (tags)
    documents.push(
      new Document(
        'team.agent-list.json',
        JSON.stringify([
          {
            agent_id: 'agent_desk',
            agent_name: 'Desk',
            channel: 'voice',
            user_modified_timestamp: 1,
            tags: Object.fromEntries(tags),
          },
        ]),
      ),
    );
  return new Workspace(documents, { refusedAssumptions });
}

type Answer = number | 'missing' | 'unknowable';

const exists = (f: Files): Set<number> => new Set([...f.records.keys(), ...f.summaries.keys()]);
const hasAllVersions = (f: Files): boolean => f.summaries.size > 0;
const answerIfAbsent = (f: Files): Answer => (hasAllVersions(f) ? 'missing' : 'unknowable');
const isPublished = (f: Files, v: number): boolean | undefined =>
  f.records.get(v)?.is_published ?? f.summaries.get(v)?.is_published;
const timeOf = (f: Files, v: number): number | undefined =>
  f.records.get(v)?.last_modification_timestamp ?? f.summaries.get(v)?.last_modification_timestamp;

/** "an integer selects that version" */
const byNumber = (f: Files, n: number): Answer => (exists(f).has(n) ? n : answerIfAbsent(f));
/** A version that no file describes exists if the agent list assigns a tag to it. */
const existsSomewhere = (f: Files): Set<number> => {
  const taggedVersions = [...(f.tags?.values() ?? [])].flatMap(({ version }) => version ?? []);
  return new Set([...exists(f), ...(hasAllVersions(f) ? [] : taggedVersions)]);
};
/** "`latest` selects the most recently created version (largest number)" */
function latest(f: Files): Answer {
  if (exists(f).size === 0) return answerIfAbsent(f);
  const largest = Math.max(...existsSomewhere(f));
  return exists(f).has(largest) ? largest : 'unknowable';
}

/**
 * "`latest_published` selects the most recently published version": no version that may be published can be later than
 * the answer.
 */
function latestPublished(f: Files): Answer {
  const unclearIds = [...existsSomewhere(f)].filter(v => isPublished(f, v) === undefined);
  const answers = new Set<number | undefined>();
  for (let world = 0; world < 2 ** unclearIds.length; world++) {
    const published = [...existsSomewhere(f)].filter(
      v => isPublished(f, v) ?? (world >> unclearIds.indexOf(v)) % 2 === 1,
    );
    const mayBeLast = published.filter(
      v =>
        !published.some(w => timeOf(f, w) !== undefined && timeOf(f, v) !== undefined && timeOf(f, w)! > timeOf(f, v)!),
    );
    for (const v of mayBeLast.length > 0 ? mayBeLast : [undefined]) answers.add(v);
  }
  const [answer] = answers;
  return answers.size > 1 ? 'unknowable' : (answer ?? answerIfAbsent(f));
}

/**
 * "any other string is a tag and resolves to the version that has that exact tag assigned. A tag that exists but is
 * unassigned resolves to `latest`."
 */
function byTag(f: Files, tag: string): Answer {
  if (f.tags) {
    const tagState = f.tags.get(tag);
    if (!tagState) return 'missing';
    return tagState.version === undefined || tagState.version === null ? latest(f) : byNumber(f, tagState.version);
  }
  const holders = [...f.records].filter(([, r]) => r.assigned_tags?.includes(tag)).map(([v]) => v);
  return holders.length === 1 ? holders[0]! : 'unknowable';
}

function select(f: Files, ref: string | number): Answer {
  if (typeof ref === 'number') return byNumber(f, ref);
  if (ref === 'latest') return latest(f);
  return ref === 'latest_published' ? latestPublished(f) : byTag(f, ref);
}

/** The tag whose variables apply according to Versioning 4: null for no tag, undefined if unknown. */
function variablesFrom(f: Files, ref: string | number, version: number): string | null | undefined {
  if ((tagNames as readonly (string | number)[]).includes(ref)) return ref as string;
  const order = f.records.get(version)?.assigned_tags;
  if (!f.tags) {
    // a tag is assigned to at most one version
    const isContested = [...f.records.values()].filter(r => r.assigned_tags?.includes(order?.[0] ?? '')).length > 1;
    return order === undefined || isContested ? undefined : (order[0] ?? null);
  }
  const versionTags = [...f.tags].filter(([, s]) => s.version === version).map(([name]) => name);
  if (versionTags.length < 2) return versionTags[0] ?? null;
  return versionTags.every(tag => order?.includes(tag)) ? order!.find(tag => versionTags.includes(tag)) : undefined;
}

const runs = { numRuns: 2000 };

test('a reference selects the version that Versioning 3 defines', () =>
  fc.assert(
    fc.property(files, reference, (f, ref) => {
      const workspace = workspaceOf(f);
      fc.pre(workspace.agent('agent_desk') !== undefined);
      const { outcome, version } = workspace.resolve('agent_desk', ref);
      expect(outcome === 'resolved' ? version : outcome).toBe(select(f, ref));
    }),
    runs,
  ));

function expectedVariables(f: Files, from: string | null | undefined): object {
  if (from === undefined) return { from: null, outcome: 'unknowable', values: null };
  if (from === null) return { from, outcome: 'none', values: null };
  if (!f.tags) return { from, outcome: 'unknowable', values: null };
  return { from, outcome: 'resolved', values: f.tags.get(from)!.dynamic_variables ?? {} };
}

test('the variables are those that Versioning 4 defines', () =>
  fc.assert(
    fc.property(files, reference, (f, ref) => {
      const workspace = workspaceOf(f);
      const resolution = workspace.resolve('agent_desk', ref);
      fc.pre(resolution.outcome === 'resolved');
      const from = variablesFrom(f, ref, resolution.version!);
      expect({
        from: resolution.variablesFrom,
        outcome: resolution.variablesOutcome,
        values: resolution.variables,
      }).toEqual(expectedVariables(f, from));
    }),
    runs,
  ));

test('a resolution has steps, a reason unless it is resolved, and only existing versions as candidates', () =>
  fc.assert(
    fc.property(files, reference, (f, ref) => {
      const resolution = workspaceOf(f).resolve('agent_desk', ref);
      expect(resolution.steps.length).toBeGreaterThan(0);
      expect(resolution.because === null).toBe(resolution.outcome === 'resolved');
      if (resolution.candidates) {
        expect(resolution.outcome).toBe('unknowable');
        expect(resolution.candidates.every(v => exists(f).has(v))).toBe(true);
      }
    }),
    runs,
  ));

test('an absent reference means `latest`, by an assumption', () =>
  fc.assert(
    fc.property(files, f => {
      const workspace = workspaceOf(f);
      const absentReference = workspace.resolve('agent_desk', null),
        writtenReference = workspace.resolve('agent_desk', 'latest');
      expect(absentReference).toMatchObject({
        outcome: writtenReference.outcome,
        version: writtenReference.version,
        variables: writtenReference.variables,
        reference: null,
      });
      expect(absentReference.assumptions).toEqual([...writtenReference.assumptions, 'default-version'].sort());
    }),
    runs,
  ));

test('more evidence never changes a resolved version to another version', () =>
  fc.assert(
    fc.property(files, number, (f, n) => {
      const before = workspaceOf({ ...f, summaries: new Map() }),
        after = workspaceOf(f);
      fc.pre(before.agent('agent_desk') !== undefined);
      if (before.resolve('agent_desk', n).outcome === 'resolved')
        expect(after.resolve('agent_desk', n).version).toBe(n);
    }),
    runs,
  ));

describe('the evidence in files', () => {
  const record = (fields: object): Document =>
    new Document(
      `${JSON.stringify(fields).length}-${JSON.stringify(fields).replace(/\W/g, '')}.agent.json`,
      JSON.stringify({ agent_id: 'a', response_engine: { type: 'custom-llm' }, voice_id: 'v', ...fields }),
    );
  const list = (tags: object, name = 'team'): Document =>
    new Document(
      `${name}.agent-list.json`,
      JSON.stringify([{ agent_id: 'a', agent_name: 'A', channel: 'voice', user_modified_timestamp: 1, tags }]),
    );

  test('an agent in no file is missing only if all agents are here', () => {
    expect(new Workspace([]).resolve('a', 'latest').outcome).toBe('unknowable');
    for (const kind of ['agent', 'agent-list'] as const)
      expect(new Workspace([], { ...defaultSettings, complete: [kind] }).resolve('a', 'latest')).toMatchObject({
        outcome: 'missing',
        missing: 'agent',
      });
  });
  test('the largest number in the files is latest', () => {
    expect(new Workspace([record({ version: 2 }), record({ version: 10 })]).resolve('a', 'latest')).toMatchObject({
      version: 10,
      assumptions: ['workspace-complete'],
    });
  });
  test('a tag assigned to a version that is in no file keeps its variables', () => {
    const resolution = new Workspace([
      record({ version: 1 }),
      list({ prod: { version: 7, dynamic_variables: { city: 'Bern' } } }),
    ]).resolve('a', 'prod');
    expect(resolution).toMatchObject({
      outcome: 'unknowable',
      variablesFrom: 'prod',
      variables: { city: 'Bern' },
      variablesOutcome: 'resolved',
    });
  });
  test('an unassigned tag is latest, with variables by assumption', () => {
    const workspace = new Workspace([
      record({ version: 1 }),
      list({ prod: { dynamic_variables: { city: 'Bern' } }, beta: { version: null } }),
    ]);
    expect(workspace.resolve('a', 'prod')).toMatchObject({
      version: 1,
      unassignedTag: true,
      variables: { city: 'Bern' },
      assumptions: ['unassigned-tag-variables', 'workspace-complete'],
    });
    expect(workspace.resolve('a', 'beta')).toMatchObject({ version: 1, unassignedTag: true });
  });
  test('a tag is unknowable if two lists contradict each other', () => {
    const workspace = new Workspace([
      record({ version: 1 }),
      record({ version: 2 }),
      list({ prod: { version: 1 } }),
      list({ prod: { version: 2 } }, 'old'),
    ]);
    expect(workspace.resolve('a', 'prod')).toMatchObject({ outcome: 'unknowable', candidates: [1, 2] });
  });
  test('a tag with a malformed version does not count as unassigned', () => {
    for (const version of ['3', -1, 1.5, {}])
      expect(new Workspace([record({ version: 1 }), list({ prod: { version } })]).resolve('a', 'prod').outcome).toBe(
        'unknowable',
      );
  });
  test('keys such as __proto__ are ordinary names', () => {
    const workspace = new Workspace([
      record({ version: 1 }),
      new Document(
        'x.agent-list.json',
        '[{"agent_id":"a","tags":{"__proto__":{"version":1,"dynamic_variables":{"constructor":"x"}}}}]',
      ),
    ]);
    expect(workspace.resolve('a', '__proto__')).toMatchObject({ version: 1, variables: { constructor: 'x' } });
    expect(workspace.resolve('a', 'constructor').outcome).toBe('missing');
  });
  test('the order of published versions is an assumption, and equal times cannot be ordered', () => {
    const at = (version: number, last_modification_timestamp?: number): Document =>
      record({
        version,
        is_published: true,
        ...(last_modification_timestamp !== undefined && { last_modification_timestamp }),
      });
    expect(new Workspace([at(0, 5), at(1, 3)]).resolve('a', 'latest_published')).toMatchObject({
      version: 0,
      assumptions: ['publish-order', 'workspace-complete'],
    });
    expect(new Workspace([at(0, 5), at(1, 5), at(2, 1)]).resolve('a', 'latest_published')).toMatchObject({
      outcome: 'unknowable',
      candidates: [0, 1],
    });
    expect(new Workspace([at(0, 5), at(1)]).resolve('a', 'latest_published')).toMatchObject({
      outcome: 'unknowable',
      candidates: [0, 1],
    });
    expect(new Workspace([at(3)]).resolve('a', 'latest_published')).toMatchObject({
      version: 3,
      assumptions: ['workspace-complete'],
    });
  });
});

test('a result of an assumption that is switched off is unknowable, and nothing else changes', () => {
  const refusable = fc.subarray(['default-version', 'workspace-complete', 'publish-order', 'unassigned-tag-variables']);
  fc.assert(
    fc.property(files, fc.oneof(reference, fc.constant(null)), refusable, (f, ref, refused) => {
      const fullAnswer = workspaceOf(f).resolve('agent_desk', ref),
        limitedAnswer = workspaceOf(f, refused).resolve('agent_desk', ref);
      const refusedUses =
        fullAnswer.outcome === 'resolved'
          ? fullAnswer.assumptions.filter(name => name !== 'unassigned-tag-variables' && refused.includes(name))
          : [];
      expect(limitedAnswer.assumptions.filter(name => refused.includes(name))).toEqual([]);
      if (refusedUses.length > 0) {
        expect(limitedAnswer).toMatchObject({ outcome: 'unknowable', version: null, isPublished: null });
        for (const name of refusedUses) expect(limitedAnswer.because).toContain(name);
        expect(limitedAnswer.because).toContain('switched off in preflight.config.json');
      } else
        expect([limitedAnswer.outcome, limitedAnswer.version, limitedAnswer.missing, limitedAnswer.candidates]).toEqual(
          [fullAnswer.outcome, fullAnswer.version, fullAnswer.missing, fullAnswer.candidates],
        );
      if (
        fullAnswer.variablesOutcome === 'resolved' &&
        fullAnswer.assumptions.includes('unassigned-tag-variables') &&
        refused.includes('unassigned-tag-variables')
      ) {
        expect(limitedAnswer).toMatchObject({ variablesOutcome: 'unknowable', variables: null });
        expect(limitedAnswer.steps.map(({ text }) => text)).toContain(
          'the choice of variables depends on unassigned-tag-variables, switched off in preflight.config.json',
        );
      } else if (refusedUses.length === 0)
        expect([limitedAnswer.variablesOutcome, limitedAnswer.variables]).toEqual([
          fullAnswer.variablesOutcome,
          fullAnswer.variables,
        ]);
    }),
    { numRuns: 1500 },
  );
});
