import { describe, expect, test } from 'vitest';
import type { Position } from 'vscode-languageserver/node';
import { answered, at, bareOptions, clinic, editors } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';
import type { Editor } from '../../testing/editor.ts';
import { agent, agentList, committed, draft } from '../../testing/preflight.ts';
import { h, textOf } from '../../view/element.ts';
import { viewElements } from '../../view/html.ts';
import {
  notifications,
  requests,
  type FileStatus,
  type FlowView,
  type PanelAnswer,
  type PlanAnswer,
  type PlanTextParams,
  type RuleLine,
  type WhatIf,
} from '../protocol.ts';

const editorOver = editors();
/** The content of a panel as text. */
const textIn = (answer: PanelAnswer | PlanAnswer): string =>
  'blocks' in answer ? textOf(h('div', {}, ...viewElements(answer.blocks))).replaceAll('\u00a0', ' ') : answer.problem;
const number = 'numbers/main.phone-number.json',
  list = 'agents/agents.agent-list.json',
  flow = 'flows/night-line.conversation-flow.json';
const openEditor = async (file: string, files: Readonly<Record<string, string>> = clinic): Promise<Editor> =>
  editorOver(files, everything).open(file, files[file]!);
const ask = async <T>(editor: Editor, request: string, file: string, params: object = {}): Promise<T> => {
  await editor.greeting;
  return editor.connection.sendRequest<T>(request, { uri: editor.uri(file), ...params });
};

describe('the preview request', () => {
  test('returns the reference at the caret, and the effect of an unsaved edit', async () => {
    const editor = await openEditor(list),
      numberPlace = at(clinic[number]!, '"can▮ary"');
    const selects = async (): Promise<unknown> => {
      const text = textIn(await ask<PanelAnswer>(editor, requests.preview, number, numberPlace));
      return [/^version .*/m.exec(text)?.[0], /^Before\n(.*)/m.exec(text)?.[1]];
    };
    expect(await selects()).toEqual(['version 3 published live', undefined]);
    await editor.type(list, clinic[list]!.replace('"version": 3', '"version": 4'));
    expect(await selects()).toEqual(['version 4 draft live', 'version 3 published']);
  });
  test("returns null if there is nothing to preview, and for files that are not the platform's", async () => {
    const editor = await openEditor('x.json', { 'x.json': '{ "a": 1 }' });
    expect(await ask(editor, requests.preview, 'x.json', { position: { line: 0, character: 3 } })).toBe(null);
    expect(await ask(editor, requests.preview, 'untitled:nothing', { position: { line: 0, character: 3 } })).toBe(null);
  });
});

test('the flow request returns nodes and edges, with their findings', async () => {
  const editor = await openEditor(flow),
    text = clinic[flow]!;
  const flowView = await ask<FlowView>(editor, requests.flow, flow, { position: { line: 0, character: 0 } });
  expect(flowView.nodes.map(({ id }) => id)).toEqual([
    'start',
    'node listen',
    'node hour',
    'node doctor',
    'node page',
    'node about_bill',
    'node message',
    'node rest_well',
  ]);
  await editor.type(flow, text.replace('"destination_node_id": "hour"', '"destination_node_id": "hours"'));
  const brokenView = await ask<FlowView>(editor, requests.flow, flow, { position: { line: 0, character: 0 } });
  expect(JSON.stringify(brokenView)).toContain('"rule":"unknown-node"');
});

test('the flow request announces that a large flow is being drawn, and its size', async () => {
  const nodes = Array.from({ length: 121 }, (_, i) => ({ id: `n${i}`, type: 'end' })),
    name = 'large.conversation-flow.json';
  const editor = await openEditor(name, { [name]: JSON.stringify({ conversation_flow_id: 'large', nodes }) }),
    list: unknown[] = [];
  editor.connection.onNotification(notifications.drawing, params => {
    list.push(params);
  });
  const promise = ask<FlowView>(editor, requests.flow, name, { position: { line: 0, character: 0 } });
  await promise.then(({ nodes }) => list.push(nodes.length));
  expect(list).toEqual([{ nodes: 121 }, 121]);
});

describe('the simulation request', () => {
  const agentsPlace = at(clinic[number]!, '"inbound_▮agents"');
  test('returns the same result for the same seed', async () => {
    const editor = await openEditor(number),
      run = (seed: string): Promise<PanelAnswer> =>
        ask(editor, requests.simulate, number, { ...agentsPlace, calls: 1000, seed });
    const panelAnswer = await run('7');
    expect(textIn(panelAnswer).match(/.*drawn with.*|(?<=weight ).*|(?<=drawn )\(.*?\)/g)).toMatchInlineSnapshot(`
      [
        "1,000 calls drawn with seed "7"",
        "90 %",
        "(894)",
        "10 %",
        "(106)",
        "100 %",
        "(1,000)",
        "100 %",
        "(1,000)",
      ]
    `);
    expect(await run('7')).toEqual(panelAnswer);
    expect((await run('8')).blocks).not.toEqual(panelAnswer.blocks);
  });
});

describe('the plan request', () => {
  const files = {
    'preflight.config.json': '{}',
    'v1.agent.json': agent('', 'agent_desk'),
    [list]: agentList('"prod": { "version": 1 }'),
  };
  const problem = async (editor: Editor, base?: string): Promise<string | undefined> =>
    (await ask<PlanAnswer>(editor, requests.plan, list, base === undefined ? {} : { base })).problem;
  const movedList = files[list]!.replace('"prod"', '"live"');
  test('compares with the saved files, and with a revision', async () => {
    const editor = await openEditor(list, files);
    committed(editor.folder);
    const changes = async (base?: string) => {
      const answer = await ask<PanelAnswer>(editor, requests.plan, list, base === undefined ? {} : { base });
      return answer.words;
    };
    const noChange = 'Nothing changes for callers; no reference changes; 1 unchanged';
    expect([await changes(), await changes('HEAD')]).toEqual([noChange, noChange]);
    await editor.type(list, movedList);
    const lostTag = 'Tag prod of Desk is gone; 1 live reference changes; 0 unchanged';
    expect([await changes(), await changes('HEAD')]).toEqual([lostTag, lostTag]);
  });
  test('shows the effect of publishing a version, or of moving a tag to it', async () => {
    const editor = await openEditor(list),
      agentId = 'agent_frontdesk01';
    const answerOf = async (edit: WhatIf): Promise<PlanAnswer> => ask(editor, requests.plan, list, { edit });
    const movedPlanAnswer = await answerOf({ kind: 'tag', agentId, tag: 'prod', version: 4 });
    expect(textIn(movedPlanAnswer).replaceAll('; ', ';\n')).toMatchInlineSnapshot(`
      "All calls to tag prod of Front desk move;
      also changed: inbound calls of +14155550100;
      3 references change, 2 of them live;
      22 unchanged
      Callers
      2
      tag prod of Front desk
      live tag100 % move: Front desk v2 → v4 (draft)
      before
      after
      inbound calls of +14155550100
      phone number90 % move: Front desk v2 90 % → 0 %, v4 (draft) 0 % → 90 %
      before
      after
      New findings
      live tag prod points to version 4 of Front desk, a draft;
      callers get unpublished edits
      warningagents/agents.agent-list.json · draft-is-live
      Live
      2
      tag prod of Front desk
      a draftv2 (published) → v4 (draft)
      4 settings differ
      agents/agents.agent-list.json
      and inbound_agents of +14155550100 → Front desk@prod, at numbers/main.phone-number.json
      why
      was
      tag prod is assigned to version 2
      the variables of tag prod apply
      now
      tag prod is assigned to version 4
      the variables of tag prod apply
      Not live
      1
      weight 1 of a list → Front desk@prod
      a draftv2 (published) → v4 (draft)
      4 settings differ
      numbers/next-trial.agent-weights.json
      why
      was
      tag prod is assigned to version 2
      the variables of tag prod apply
      now
      tag prod is assigned to version 4
      the variables of tag prod apply
      Assumed where the specification is silent
      1
      tag-keeps-variables
      a tag that is assigned to another version keeps its dynamic variables, and a new tag has none"
    `);
    const publishedPlanAnswer = await answerOf({ kind: 'publish', agentId, version: 4 });
    expect(textIn(publishedPlanAnswer)).toMatchInlineSnapshot(`
      "Nothing changes for callers; no reference changes; 25 unchanged
      Assumed where the specification is silent
      2
      edits-come-last
      the steps of a plan happen after everything in this workspace, so a version that the plan makes or publishes has the newest time
      publish-touches-nothing-else
      publishing makes one version and its engine published; its number, its tags, and all other versions are unchanged"
    `);
    const planText = (format: PlanTextParams['format'], version: number): Promise<string | null> =>
      ask(editor, requests.planText, list, { edit: { kind: 'tag', agentId, tag: 'prod', version }, format });
    expect([await planText('markdown', 4), await planText('html', 4), await planText('html', 2)]).toEqual([
      expect.stringMatching(
        /^### Preflight: All calls to tag prod of [^]*; 3 references change, 2 of them live[^]*\*\*tag prod of Front/,
      ),
      expect.stringMatching(/^<!doctype html>[^]*3 references change, 2 of them live[^]*<svg/),
      expect.stringMatching(/is assigned to version 2 already/),
    ]);
    const needless = await answerOf({ kind: 'tag', agentId, tag: 'prod', version: 2 });
    expect(textIn(needless)).toMatchInlineSnapshot(`
      "Nothing changes for callers; no reference changes; 25 unchanged
      tag prod of Front desk moved to version 2: tag prod of Front desk is assigned to version 2 already"
    `);
    expect((await answerOf({ kind: 'publish', agentId, version: 9 })).problem).toMatchInlineSnapshot(
      `"Front desk has no version 9; its versions are 0, 1, 2, 3 and 4"`,
    );
  });
  test('does not start git in an untrusted workspace', async () => {
    const editor = editorOver(files, { ...everything, options: { panels: true, trusted: false } });
    expect([await problem(editor, 'HEAD'), await problem(editor)]).toEqual([
      'this workspace is not trusted, so git is not started in it',
      undefined,
    ]);
  });
  test('returns a reason if it cannot compare', async () => {
    const editor = await openEditor(list, files);
    expect(await problem(editor, 'main')).toMatch(/git/);
    committed(editor.folder);
    expect(await problem(editor, 'no-such-branch')).toMatch(/no-such-branch/);
    expect(await problem(editor, '--output=x')).toMatch(/--output=x/);
    expect((await ask<PlanAnswer>(editor, requests.plan, 'untitled:x')).problem).toBe(
      'this file belongs to no workspace of Preflight',
    );
  });
});

describe('the status of a file', () => {
  const placeOf = ({ line, character }: Position): string => `${line + 1}:${character + 1}`;
  const status = async (editor: Editor, file: string): Promise<object> => {
    const {
      configuration,
      configurationProblem: problem,
      platform: _,
      ...fields
    } = await ask<FileStatus>(editor, requests.fileStatus, file);
    return {
      ...fields,
      ...(configuration !== undefined && { configuration: answered(configuration, editor) }),
      ...(problem && { problem: `${placeOf(problem.range.start)} ${problem.message}`.split('; ') }),
    };
  };
  const badDraft = draft('"voice_speed": 9');
  const clean = { errors: 0, warnings: 0, infos: 0, baselinedCount: 0, panels: [], files: 1 },
    agentFile = { ...clean, kind: 'agent', kindSource: 'name', panels: ['preview', 'simulate'] };
  test('contains the numbers of findings, and the source of its kind', async () => {
    const editor = await openEditor('a.agent.json', { 'a.agent.json': badDraft, 'b.json': '[1]' });
    expect(await status(editor, 'a.agent.json')).toEqual({ ...agentFile, errors: 1 });
    expect(await status(editor, 'b.json')).toEqual(clean);
    expect(await status(editor, 'untitled:x')).toEqual({ ...clean, files: 0 });
  });
  test('lists the panels that can show part of the file, whatever its name', async () => {
    const flow = '{ "start_node_id": "a", "nodes": [{ "id": "a", "type": "end" }] }',
      engine = `"response_engine": { "type": "conversation-flow" }, "conversationFlow": ${flow}`,
      wholeAgent = `{ "agent_id": "", "voice_id": "11labs-Lily", ${engine} }`;
    const editor = await openEditor('export.json', { 'export.json': wholeAgent, 'flow.conversation-flow.json': flow });
    expect(await status(editor, 'export.json')).toMatchObject({
      kindSource: 'content',
      panels: ['preview', 'simulate', 'flow'],
    });
    expect(await status(editor, 'flow.conversation-flow.json')).toMatchObject({ panels: ['flow'] });
  });
  test('contains the agent at a position; for an engine, the agent of the version that most callers get', async () => {
    const engine = '"response_engine": { "type": "retell-llm", "llm_id": "llm_1" }';
    const editor = await openEditor('one.llm.json', {
      'one.llm.json': '{ "llm_id": "llm_1", "general_prompt": "Hi" }',
      'a.agent.json': agent(engine),
      'b.agent.json': `{ "agent_id": "agent_z", "version": 9, ${engine} }`,
      'all.agent-list.json': agentList('"prod": { "version": 1 }'),
    });
    const statusOf = (file: string): Promise<FileStatus> =>
      editor.connection.sendRequest(requests.fileStatus, {
        uri: editor.uri(file),
        position: { line: 0, character: 30 },
      });
    expect((await statusOf('one.llm.json')).agentId).toBe('agent_desk');
    expect((await statusOf('b.agent.json')).agentId).toBe('agent_z');
    expect(await status(editor, 'one.llm.json')).not.toHaveProperty('agentId');
  });
  test('says which safe fixes are left out, and why', async () => {
    const published = (isPublished: boolean): string =>
      agent(`"version": 1, "is_published": ${isPublished}, "voice_model": "eleven_turbo_v2 "`);
    const editor = await openEditor('a.agent.json', { 'a.agent.json': published(true) });
    expect(await status(editor, 'a.agent.json')).toMatchObject({
      leftOut:
        '1 fix is in a published version, which the platform does not let change: make a draft to apply it (in a.agent.json)',
    });
    await editor.type('a.agent.json', published(false));
    expect(await status(editor, 'a.agent.json')).not.toHaveProperty('leftOut');
  });
  test('contains the date and age of the facts about the platform', async () => {
    const config = { 'preflight.config.json': '{ "platform": "2026-03-13" }', 'a.agent.json': agent() };
    const age = async (files: Record<string, string>) =>
      (await ask<FileStatus>(await openEditor('a.agent.json', files), requests.fileStatus, 'a.agent.json')).platform;
    expect(await age({ 'a.agent.json': agent() })).toMatch(/^2026-\d\d-\d\d, \d+ days? old/);
    expect(await age(config)).toMatch(/^2026-03-13 \(pinned by "platform" in preflight\.config\.json\), \d+ days? old/);
  });
  test('says whether the file serves callers, and counts the findings that affect them', async () => {
    const editor = await openEditor('a.agent.json', {
      'a.agent.json': badDraft,
      'all.agent-list.json': agentList('"prod": { "version": 1 }'),
    });
    expect(await status(editor, 'a.agent.json')).toMatchObject({
      errors: 1,
      liveCount: 1,
      livePath: 'live through tag prod of Desk',
    });
  });
  test('contains the place where a configuration is broken; the last valid configuration still applies', async () => {
    const editor = await openEditor('preflight.config.json', {
      'preflight.config.json': '{ "rules": { "out-of-range": "warning" } }',
      'a.agent.json': badDraft,
    });
    expect(await status(editor, 'a.agent.json')).toEqual({
      ...agentFile,
      warnings: 1,
      configuration: 'preflight.config.json',
    });
    await editor.type('preflight.config.json', '{ "rules": { "out-of-range": "warnin" } }');
    expect(await status(editor, 'a.agent.json')).toEqual({
      ...agentFile,
      warnings: 1,
      configuration: 'preflight.config.json',
      problem: ['1:30 out-of-range: expected off, info, warning or error, got "warnin"', 'did you mean "warning"?'],
    });
  });
});

describe('the comparison of two versions', () => {
  const compare = async (agentId: string, before: string | number, after: string | number): Promise<PlanAnswer> => {
    const editor = await openEditor(list);
    return ask<PlanAnswer>(editor, requests.plan, list, { versions: { agentId, before, after } });
  };
  test('is a panel that shows both sides, with places', async () => {
    const answer = await compare('agent_frontdesk01', 'prod', 4);
    expect(textIn(answer)).toMatch(/^Front desk: version 2 → version 4\n/);
    expect(textIn(answer)).toContain('ambient_sound\nremoved: was "call-center"');
    expect(JSON.stringify(answer)).toMatch(/"uri":"[^"]*v4.agent.json"/);
  });
  test('is refused with the reason if a version is missing', async () => {
    expect((await compare('agent_frontdesk01', 'prd', 1)).problem).toMatch(
      /^these versions cannot be compared: .*did you mean "prod"\?; .*version 1 has no record in this workspace$/,
    );
    expect((await compare('agent_nowhere', 1, 2)).problem).toMatch(/no agent agent_nowhere/);
  });
});

test('the page of a known rule is returned, and null for an unknown rule', async () => {
  const editor = editorOver({}, bareOptions);
  await editor.greeting;
  expect(await editor.connection.sendRequest<string>(requests.explain, { rule: 'out-of-range' })).toMatch(
    /^# out-of-range\n/,
  );
  expect(await editor.connection.sendRequest(requests.explain, { rule: '__proto__' })).toBe(null);
  const lines = await editor.connection.sendRequest<readonly RuleLine[]>(requests.rules);
  expect(lines.find(({ id }) => id === 'unconnected-condition')).toEqual({
    id: 'unconnected-condition',
    summary: 'A condition leads nowhere because its edge has no destination.',
  });
});
test('the page of a rule shows the files of its examples below their names', async () => {
  const editor = editorOver({}, bareOptions);
  await editor.greeting;
  const page = await editor.connection.sendRequest<string>(requests.explain, { rule: 'unconnected-condition' });
  expect(page).toContain('**desk.conversation-flow.json**\n\n```text\n{\n  "start_node_id": "greet",');
  expect(page).not.toMatch(/^-- /m);
});
