import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveStable, stablePointer } from '../core/configuration/stable-pointer.ts';
import { Document } from '../core/document.ts';
import type { Agent } from '../core/workspace/agents.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { applyEdits, withValue, type PlanEdit } from '../simulator/edits.ts';
import { isVersionChange, changesBetween, variableChanges } from './changes.ts';
import { referencesOf, type VersionReference } from '../core/index/agent-references.ts';

// ---- random workspaces: agents with histories and tags, and references of every kind to them, valid and invalid
// -------------------

const id = fc.constantFrom('desk', 'bill', 'ghost');
const reference = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom('latest', 'latest_published', 'prod', 'beta', 'nope', 'V1'),
  fc.constant(null),
);
const arm = fc.record({ agent_id: id, agent_version: reference, weight: fc.constant(0.5) });
const record = fc
  .record({
    agent_id: id,
    version: fc.integer({ min: 0, max: 3 }),
    is_published: fc.boolean(),
    last_modification_timestamp: fc.integer({ min: 1, max: 5 }),
    assigned_tags: fc.subarray(['prod', 'beta']),
  })
  .map(fields => ({
    ...fields,
    voice_id: 'v',
    response_engine: { type: 'service-llm', llm_id: `llm-${fields.agent_id}` },
  }));
const state = fc.record({
  version: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(null)),
  dynamic_variables: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('x', 'y')),
});
const item = fc.record({
  agent_id: id,
  agent_name: fc.constant('N'),
  channel: fc.constant('voice'),
  user_modified_timestamp: fc.constant(1),
  tags: fc.dictionary(fc.constantFrom('prod', 'beta'), state),
});
const swap = fc.record({
  type: fc.constant('agent_swap'),
  name: fc.constantFrom('s1', 's2'),
  agent_id: id,
  agent_version: reference,
});
const transfer = fc.record({ agent_id: id, agent_version: reference }).map(transfer_agent => ({
  type: 'transfer_call',
  name: 't1',
  transfer_option: { type: 'agentic_warm_transfer', agentic_transfer_config: { transfer_agent } },
}));
const task = fc.record({
  to_number: fc.constantFrom('+1', '+2'),
  override_agent_id: fc.option(id, { nil: undefined }),
  override_agent_version: fc.option(reference, { nil: undefined }),
});
const files = fc.record({
  records: fc.array(record, { maxLength: 6 }),
  list: fc.array(item, { maxLength: 2 }),
  summaries: fc.array(
    fc.record({
      version: fc.integer({ min: 0, max: 3 }),
      is_published: fc.boolean(),
      last_modification_timestamp: fc.integer({ min: 1, max: 5 }),
    }),
    { maxLength: 3 },
  ),
  inbound: fc.array(arm, { maxLength: 3 }),
  outbound: fc.array(arm, { maxLength: 2 }),
  weights: fc.array(arm, { maxLength: 3 }),
  swaps: fc.array(fc.oneof(swap, transfer), { maxLength: 3 }),
  tasks: fc.array(task, { maxLength: 3 }),
});
type Files = typeof files extends fc.Arbitrary<infer T> ? T : never;

const documentsOf = (f: Files, folder = ''): Document[] =>
  [
    ...f.records.map((record, i) => [`r${i}.agent.json`, record] as const),
    ['team.agent-list.json', f.list] as const,
    ...(f.summaries.length > 0 ? [['desk.agent-versions.json', f.summaries] as const] : []),
    ['n.phone-number.json', { phone_number: '+9', inbound_agents: f.inbound, outbound_agents: f.outbound }] as const,
    ['w.agent-weights.json', f.weights] as const,
    ['e.llm.json', { llm_id: 'llm-desk', general_prompt: 'x', general_tools: f.swaps }] as const,
    ['b.batch-call.json', { from_number: '+9', tasks: f.tasks }] as const,
  ].map(([name, value]) => new Document(`${folder}${name}`, JSON.stringify(value)));
const workspaceOf = (f: Files, folder = ''): Workspace => new Workspace(documentsOf(f, folder));
const edit: fc.Arbitrary<PlanEdit> = fc.oneof(
  fc.record({
    text: fc.constant(''),
    agentId: id,
    kind: fc.constant('publish' as const),
    version: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    text: fc.constant(''),
    agentId: id,
    kind: fc.constant('draft' as const),
    base: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    text: fc.constant(''),
    agentId: id,
    kind: fc.constant('tag' as const),
    tag: fc.constantFrom('prod', 'beta', 'new'),
    version: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    text: fc.constant(''),
    agentId: id,
    kind: fc.constant('untag' as const),
    tag: fc.constantFrom('prod', 'beta'),
  }),
);
/** Whether a workspace has the holder of a reference at its place or at its stable place. */
function standsIn(workspace: Workspace, { at }: VersionReference): boolean {
  const document = workspace.document(at.document.file);
  if (!document) return false;
  // the reference of a task without an agent has the task as its place, because the agents are in the number that it
  // calls from
  const holder = at.isObject ? at.pointer : (at.parent?.pointer ?? '');
  const pointers = resolveStable(document, stablePointer(at.document, holder));
  return [holder, ...pointers].some(pointer => document.at(pointer).isObject);
}
const runs = { numRuns: 400 };
/** The numbers of all versions of an agent that have a record or a tag. */
const numbersOf = ({ versions, tags }: Agent): number[] => [
  ...versions.keys(),
  ...[...tags.values()].flatMap(({ claims }) => claims),
];
const count = (workspace: Workspace): number => referencesOf(workspace).length;

describe('for random workspaces,', () => {
  test('a plan without edits has no changes, also if the same files are read again', () =>
    fc.assert(
      fc.property(files, f => {
        const workspace = workspaceOf(f);
        const { workspace: edited, createdFiles } = applyEdits(workspace, []);
        for (const after of [workspace, edited, workspaceOf(f)])
          expect(changesBetween({ workspace }, { workspace: after, createdFiles })).toMatchObject({
            changes: [],
            unchangedCount: count(workspace),
            unreadableFiles: [],
            assumptions: [],
          });
      }),
      runs,
    ));
  test('moved files and different whitespace are no changes', () =>
    fc.assert(
      fc.property(files, f => {
        const before = workspaceOf(f),
          respaced = new Workspace(
            documentsOf(f).map(({ file, text }) => new Document(file, JSON.stringify(JSON.parse(text), undefined, 4))),
          );
        expect(changesBetween({ workspace: before }, { workspace: respaced }).changes).toEqual([]);
        // the name of a file with version summaries contains the id of its agent, so only the folder changes
        expect(changesBetween({ workspace: before }, { workspace: workspaceOf(f, 'moved/') }).changes).toEqual([]);
      }),
      runs,
    ));
  test('inserted items are additions, and the shifted references do not change', () =>
    fc.assert(
      fc.property(files, fc.array(arm, { minLength: 1, maxLength: 2 }), (f, newArms) => {
        const before = workspaceOf(f),
          after = workspaceOf({ ...f, weights: [...newArms, ...f.weights] });
        const { changes, unchangedCount: unchanged } = changesBetween({ workspace: before }, { workspace: after });
        expect(changes.every(({ effect }) => effect === 'added')).toBe(true);
        expect(unchanged).toBe(count(before));
      }),
      runs,
    ));
  test('every reference is counted once, and the reverse plan has the reverse changes', () =>
    fc.assert(
      fc.property(files, files, (f, g) => {
        const [first, second] = [workspaceOf(f), workspaceOf(g)],
          { changes, unchangedCount: unchanged } = changesBetween({ workspace: first }, { workspace: second }),
          reversePlan = changesBetween({ workspace: second }, { workspace: first }),
          planChanges = changes.filter(isVersionChange),
          references = new Set(referencesOf(first)),
          additions = planChanges.filter(({ before }) => !before || !references.has(before.reference));
        expect(planChanges.length - additions.length + unchanged).toBe(references.size);
        // a reference whose holder still exists need not count as removed by the reverse plan
        const standing = additions.filter(({ after }) => standsIn(first, after!.reference)),
          removed = reversePlan.changes.filter(({ effect }) => effect === 'removed').length;
        expect(removed <= additions.length && removed >= additions.length - standing.length).toBe(true);
        expect(additions.every(({ effect, before }) => (effect === 'added') === !before)).toBe(true);
      }),
      runs,
    ));
  test('an edit changes exactly the edited references', () =>
    fc.assert(
      fc.property(files, edit, (f, step) => {
        const before = workspaceOf(f),
          { agentId } = step;
        const {
          workspace,
          outcomes: [outcome],
        } = applyEdits(before, [step]);
        if (outcome!.outcome === 'missing') {
          expect(workspace).toBe(before);
          return;
        }
        if (!before.agent(agentId)) {
          expect(outcome!.outcome).toBe('unknowable');
          return;
        }
        if (step.kind === 'tag' && before.agent(agentId)!.versions.has(step.version))
          expect(workspace.resolve(agentId, step.tag)).toMatchObject({ outcome: 'resolved', version: step.version });
        // if lists disagree about another tag, the variables may be those of the other tag
        const clear = [...workspace.agent(agentId)!.tags.values()].every(({ version }) => version !== undefined);
        if (step.kind === 'tag' && outcome!.outcome === 'applied' && clear)
          expect(workspace.resolve(agentId, step.version).variablesFrom).toBe(step.tag);
        if (step.kind === 'publish') expect(workspace.resolve(agentId, step.version).isPublished).toBe(true);
        if (step.kind === 'publish' && outcome!.outcome === 'applied') {
          const { outcome: text, version } = workspace.resolve(agentId, 'latest_published');
          expect(text === 'resolved' ? version : step.version).toBe(step.version);
        }
        if (step.kind === 'draft')
          expect(workspace.resolve(agentId, 'latest')).toMatchObject({
            outcome: 'resolved',
            isPublished: false,
            version: Math.max(step.base, ...numbersOf(before.agent(agentId)!)) + 1,
          });
        if (step.kind === 'untag' && before.agent(agentId)!.tagsComplete)
          expect(workspace.resolve(agentId, step.tag).version).toBe(workspace.resolve(agentId, 'latest').version);
      }),
      runs,
    ));
  test('publishing changes no tag and no other version', () =>
    fc.assert(
      fc.property(files, id, fc.integer({ min: 0, max: 3 }), (f, agentId, version) => {
        const before = workspaceOf(f),
          { workspace: after } = applyEdits(before, [{ text: '', kind: 'publish', agentId, version }]);
        for (const ref of ['prod', 'beta', 0, 1, 2, 3]) {
          if (ref === version || !before.agent(agentId)?.versions.has(version)) continue;
          const [former, current] = [before.resolve(agentId, ref), after.resolve(agentId, ref)];
          expect([
            current.version,
            current.variables,
            former.version === version || current.isPublished === former.isPublished,
          ]).toEqual([former.version, former.variables, true]);
        }
      }),
      runs,
    ));
});

describe('single changes', () => {
  const record = (version: number, fields: object = {}): Document =>
    new Document(
      `v${version}.agent.json`,
      JSON.stringify({
        agent_id: 'desk',
        version,
        is_published: true,
        last_modification_timestamp: version + 1,
        voice_id: 'v',
        response_engine: { type: 'custom-llm' },
        ...fields,
      }),
    );
  const list = (tags: object): Document =>
    new Document(
      'team.agent-list.json',
      JSON.stringify([{ agent_id: 'desk', agent_name: 'Desk', channel: 'voice', user_modified_timestamp: 1, tags }]),
    );
  const number = (...versions: (string | number)[]): Document =>
    new Document(
      'n.phone-number.json',
      JSON.stringify({
        phone_number: '+9',
        inbound_agents: versions.map(agent_version => ({ agent_id: 'desk', agent_version, weight: 0.5 })),
      }),
    );
  const summaries = (...versions: number[]): Document =>
    new Document(
      'desk.agent-versions.json',
      JSON.stringify(
        versions.map(version => ({ version, is_published: true, last_modification_timestamp: version + 1 })),
      ),
    );
  const effects = (before: readonly Document[], after: readonly Document[]): string[] =>
    changesBetween({ workspace: new Workspace(before) }, { workspace: new Workspace(after) })
      .changes.filter(isVersionChange)
      .map(
        ({ effect, before: former, after: current }) =>
          `${effect} ${former?.reference.reference ?? ''}→${current?.reference.reference ?? ''}`,
      );

  test('can have every effect', () => {
    expect(effects([record(1), record(2), number(1)], [record(1), record(2), number(2)])).toEqual(['version 1→2']);
    expect(
      effects(
        [record(1), number(1), list({ prod: { version: 1, dynamic_variables: { a: 'x' } } })],
        [record(1), number(1), list({ prod: { version: 1, dynamic_variables: { a: 'y' } } })],
      ),
    ).toEqual(['variables prod→prod', 'variables 1→1']);
    expect(effects([record(1), summaries(1), number(1)], [record(2), summaries(2), number(1)])).toEqual(['breaks 1→1']);
    expect(effects([record(2), summaries(2), number(1)], [record(1), summaries(1), number(1)])).toEqual(['heals 1→1']);
    expect(effects([record(1), number(1)], [number(1)])).toEqual(['becomes-unknown 1→1']);
    expect(effects([number(1)], [record(1), number(1)])).toEqual(['becomes-known 1→1']);
    expect(effects([record(1), number(1)], [record(1), number(1, 'latest')])).toEqual(['added →latest']);
    expect(effects([record(1), number(1, 'latest')], [record(1), number('latest')])).toEqual(['removed 1→']);
    expect(effects([record(1, { is_published: false }), number(1)], [record(1), number(1)])).toEqual(['version 1→1']);
  });
  test('do not include a different spelling of the same reference', () =>
    expect(effects([record(1), number(1)], [record(1), number('latest')])).toEqual([]));
  test('do not include swapped arms of one agent, but include an arm with a new reference', () => {
    expect(effects([record(1), record(2), number(1, 2)], [record(1), record(2), number(2, 1)])).toEqual([]);
    expect(
      effects([record(1), record(2), record(3), number(1, 2)], [record(1), record(2), record(3), number(1, 3)]),
    ).toEqual(['version 2→3']);
  });
  test('include a copied file as an addition', () => {
    const copy = new Document('copy.phone-number.json', number(1).text.replace('+9', '+8'));
    expect(effects([record(1), number(1)], [record(1), number(1), copy])).toEqual(['added →1']);
  });
  test('include a live tag that moves between records as one change', () => {
    expect(
      effects([record(1, { assigned_tags: ['prod'] }), record(2)], [record(1), record(2, { assigned_tags: ['prod'] })]),
    ).toEqual(['version prod→prod']);
  });
  test('show the new values of variables', () => {
    const before = new Workspace([
      record(1),
      list({ prod: { version: 1, dynamic_variables: { a: 'x', b: 'x', toString: 'x' } } }),
    ]);
    const after = new Workspace([
      record(1),
      list({ prod: { version: 1, dynamic_variables: { a: 'y', c: 'x', toString: 'x' } } }),
    ]);
    expect(
      variableChanges(changesBetween({ workspace: before }, { workspace: after }).changes.find(isVersionChange)!, {
        before,
        after,
      }),
    ).toEqual([
      { name: 'a', before: 'x', after: 'y' },
      { name: 'b', before: 'x', after: undefined },
      { name: 'c', before: undefined, after: 'x' },
    ]);
  });
  test('do not include the references that a new draft copies from its base', () => {
    const nested = record(1, {
      serviceLlmData: {
        llm_id: 'l',
        general_prompt: 'x',
        general_tools: [{ type: 'agent_swap', name: 's', agent_id: 'desk', agent_version: 1 }],
      },
      assigned_tags: ['prod'],
    });
    const before = new Workspace([nested, number('latest')]);
    const { workspace, createdFiles } = applyEdits(before, [{ text: '', kind: 'draft', agentId: 'desk', base: 1 }]);
    expect(
      changesBetween({ workspace: before }, { workspace, createdFiles }).changes.map(
        ({ effect, after }) => `${effect} ${after?.reference.kind}`,
      ),
    ).toEqual(['version+variables phone-number']);
    expect(workspace.agent('desk')!.tags.get('prod')).toMatchObject({ version: 1 });
  });
  test('are applied in the order of the edits, each to the result of the previous edit', () => {
    const before = new Workspace([record(1), number('prod'), list({ prod: { version: 1 } })]);
    const { workspace, outcomes } = applyEdits(before, [
      { text: '', kind: 'draft', agentId: 'desk', base: 1 },
      { text: '', kind: 'publish', agentId: 'desk', version: 2 },
      { text: '', kind: 'tag', agentId: 'desk', tag: 'prod', version: 2 },
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
    expect(workspace.resolve('desk', 'prod')).toMatchObject({ version: 2, isPublished: true });
  });
  test('are impossible without an agent list if they remove a tag, or assign a tag to a version without a file', () => {
    const before = new Workspace([record(1, { assigned_tags: ['prod'] }), number('prod')]);
    const edit = { text: '', agentId: 'desk', tag: 'prod' };
    const { outcomes } = applyEdits(before, [
      { ...edit, kind: 'untag' },
      { ...edit, kind: 'tag', version: 9 },
    ]);
    expect(outcomes.map(({ outcome, isImpossible }) => [outcome, isImpossible])).toEqual([
      ['unknowable', true],
      ['unknowable', true],
    ]);
  });
  test('replace, remove or add a value at a path with any keys', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}, "list": [1, {"b": 2}], "n": null}') as never;
    expect(JSON.stringify(withValue(value, ['__proto__', 'a'], 2))).toBe(
      '{"__proto__":{"a":2},"list":[1,{"b":2}],"n":null}',
    );
    expect(JSON.stringify(withValue(value, ['list', '1', 'b'], undefined))).toBe(
      '{"__proto__":{"a":1},"list":[1,{}],"n":null}',
    );
    expect(JSON.stringify(withValue(value, ['n'], []))).toBe('{"__proto__":{"a":1},"list":[1,{"b":2}],"n":[]}');
    expect(JSON.stringify(withValue(value, ['new'], 'x'))).toContain('"new":"x"');
  });
});
