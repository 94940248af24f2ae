import { expect } from 'vitest';
import { requests } from '../lsp/protocol.ts';
import { everything, type Editor, type EditorOptions } from './editor.ts';

/* Checks what an editor shows of a workspace that contains a credential at every place. */

// the parts are joined at run time, so that scanners for credentials do not report this file
const key = (...parts: string[]): string => parts.join('');
/** The part of each credential that must never be shown. */
const SECRET = 'q7Xk2Zp9Lm4Rt6Vw8Yb3';
/** A credential in the form of each issuer. */
export const shapes: readonly string[] = [
  key('gh', `p_${SECRET}abcdefghijklmnop`),
  key('github', `_pat_11ABCDEFG0_${SECRET}`),
  key('sk', `_live_${SECRET}`),
  key('sk', `-proj-${SECRET}`),
  key('sk', `-ant-api03-${SECRET}`),
  key('key', `_${SECRET}b1`),
  key('xo', `xb-123456789012-${SECRET}`),
  key('gl', `pat-${SECRET}`),
  key('wh', `sec_${SECRET}`),
  key('SG', `.${SECRET}.abcdefghijklmnop`),
  key('AI', `zaSyA-${SECRET}abcdefghijklm`),
  key('ey', `JhbGciOiJIUzI1NiJ9.eyJ${SECRET}.dozjgNryP4J3`),
  `Bearer ${SECRET}`,
  `https://bob:${SECRET}@api.example.org/x`,
  `https://api.example.org/x?api_key=${SECRET}`,
  key('-----BEGIN RSA PRI', `VATE KEY-----\\n${SECRET}\\n-----END RSA PRIVATE KEY-----`),
];

/** The files of a workspace that contain the credential as id, name, tag, variable, value, number, address and key. */
export const filesWith = (secret: string): Record<string, string> => ({
  'preflight.config.json': `{ "liveTags": ["prod", "${secret}"], "suppress": [] }`,
  'team.agent-list.json': `[{ "agent_id": "agent_a", "agent_name": "${secret}", "channel": "voice",
  "user_modified_timestamp": 1,
  "tags": { "prod": { "version": 0, "dynamic_variables": { "db": "${secret}", "${secret}": "x" } },
            "${secret}": { "version": 7, "dynamic_variables": {} } } }]`,
  'a.agent.json': `{ "agent_id": "agent_a", "version": 0, "is_published": true, "last_modification_timestamp": 1,
  "agent_name": "${secret}", "version_title": "${secret}", "assigned_tags": ["${secret}"], "voice_id": "${secret}",
  "language": "${secret}", "webhook_url": "${secret}", "${secret}": 1, "boosted_keywords": ["${secret}"],
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_a", "version": 0 } }`,
  'b.agent.json': `{ "agent_id": "${secret}", "version": 0, "voice_id": "11labs-Adrian",
  "response_engine": { "type": "service-llm", "llm_id": "${secret}" } }`,
  'b.llm.json': `{ "llm_id": "${secret}", "model": "${secret}",
  "general_prompt": "Say {{${secret}}} {{db}} {{  }}", "begin_message": "${secret}",
  "default_dynamic_variables": { "${secret}": "${secret}" }, "starting_state": "${secret}",
  "states": [{ "name": "${secret}", "state_prompt": "${secret}",
  "edges": [{ "destination_state_name": "${secret}", "description": "${secret}" }] }],
  "general_tools": [{ "type": "agent_swap", "name": "${secret}", "description": "d", "agent_id": "${secret}",
  "agent_version": "${secret}" },
    { "type": "custom", "name": "t", "description": "d", "url": "${secret}",
  "headers": { "Authorization": "${secret}" } }] }`,
  'a.conversation-flow.json': `{ "conversation_flow_id": "flow_a", "version": 0, "start_node_id": "${secret}",
  "nodes": [
  { "id": "${secret}", "name": "${secret}", "type": "conversation", "instruction": { "type": "prompt",
  "text": "{{${secret}}}" },
    "edges": [{ "id": "${secret}", "destination_node_id": "${secret}x",
  "transition_condition": { "type": "prompt", "prompt": "${secret}" } }] },
  { "id": "swap", "type": "agent_swap", "agent_id": "${secret}", "agent_version": "${secret}" }] }`,
  'n.phone-number.json': `{ "phone_number": "${secret}", "nickname": "${secret}",
  "inbound_agents": [{ "agent_id": "agent_a", "agent_version": "${secret}",
  "weight": 1 }, { "agent_id": "${secret}", "weight": 1 }] }`,
  'b.batch-call.json': `{ "name": "${secret}", "from_number": "${secret}", "tasks": [
  { "to_number": "${secret}", "override_agent_id": "${secret}",
  "service_llm_dynamic_variables": { "${secret}": "${secret}" } }, { "to_number": "x" }] }`,
  'r.alert-rule.json': `{ "name": "${secret}", "emails": ["${secret}"],
  "filter": { "agent": [{ "agent_id": "${secret}" }] } }`,
});

/** Matches keys whose values an editor uses but does not show: places, edits, and data that it returns. */
const usedPattern =
  /^(uri|(target|old|new)Uri|newText|textEdit|textEditText|insertText|sortText|edit|placeholder|data)$/;
function* shownTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* shownTexts(item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) {
      yield name;
      if (!usedPattern.test(name) && !(name === 'target' && /^[a-z]+:/.test(String(part)))) yield* shownTexts(part);
    }
}

const placeMethods = [
  'hover',
  'completion',
  'definition',
  'declaration',
  'references',
  'documentHighlight',
  'prepareRename',
];
const documentMethods = ['documentSymbol', 'documentLink', 'foldingRange', 'codeLens', 'documentColor', 'diagnostic'];

/**
 * Sends every request of an editor about every place of the files, and expects that no answer contains the credential.
 */
export async function expectNothingShown(
  editorOver: (files: Readonly<Record<string, string>>, options: EditorOptions) => Editor,
  secret: string,
): Promise<void> {
  const files = filesWith(secret),
    editor = editorOver(files, everything),
    answers: [string, unknown][] = [];
  for (const [file, text] of Object.entries(files)) await editor.open(file, text);
  await editor.greeting;
  const ask = async (method: string, params: object): Promise<unknown> => {
    const answer: unknown = await editor.connection
      .sendRequest(method, params)
      .catch((error: unknown) => String(error));
    answers.push([method, answer]);
    return answer;
  };
  for (const [file, text] of Object.entries(files)) {
    const uri = editor.uri(file),
      textDocument = { uri },
      lines = text.split('\n'),
      range = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
    for (const method of documentMethods) await ask(`textDocument/${method}`, { textDocument });
    await ask('textDocument/inlayHint', { textDocument, range });
    const actions = (await ask('textDocument/codeAction', {
      textDocument,
      range,
      context: { diagnostics: [] },
    })) as { readonly title: string; readonly data?: object; readonly edit?: unknown }[];
    for (const action of actions) {
      const result = action.data ? ((await ask('codeAction/resolve', action)) as typeof action) : action;
      // a credential may move within its own file, but must not be written into another file
      if (/^(Suppress|Ignore|Add .* to the known values)/.test(action.title))
        expect([action.title, JSON.stringify(result.edit).includes(SECRET)]).toEqual([action.title, false]);
    }
    const places = lines.flatMap((line, number) =>
      [...line.matchAll(/[:{[] ?"?|\{\{/g)].map(({ index, 0: text }) => ({
        line: number,
        character: index + text.length,
      })),
    );
    for (const position of places) {
      for (const method of placeMethods)
        await ask(`textDocument/${method}`, { textDocument, position, context: { includeDeclaration: true } });
      const [item] = ((await ask('textDocument/prepareCallHierarchy', { textDocument, position })) ?? []) as object[];
      if (item) for (const way of ['incomingCalls', 'outgoingCalls']) await ask(`callHierarchy/${way}`, { item });
    }
    for (const [position] of [places])
      for (const method of [requests.preview, requests.simulate, requests.flow, requests.plan, requests.fileStatus])
        await ask(method, { uri, position: position ?? { line: 0, character: 0 } });
    for (const format of ['markdown', 'html']) await ask(requests.planText, { uri, format });
  }
  await ask(requests.agents, {});
  await ask(requests.assertions, {});
  await ask('workspace/symbol', { query: '' });
  await ask('workspace/symbol', { query: secret.slice(0, 6) });
  const outputs = Object.entries({ pushed: [...editor.pushed.values()], log: editor.log, messages: editor.messages });
  for (const [what, answer] of [...answers, ...outputs])
    for (const text of shownTexts(answer))
      expect([what, text.includes(SECRET), text.slice(Math.max(0, text.indexOf(SECRET) - 60)).slice(0, 140)]).toEqual([
        what,
        false,
        expect.any(String),
      ]);
  expect(answers.filter(([, answer]) => answer !== null && typeof answer !== 'string').length).toBeGreaterThan(200);
  // the data of completion items is not checked, because the editor only returns it
  const offers = answers
    .filter(([method]) => method === 'textDocument/completion')
    .flatMap(([, answer]) => (answer as { items: Record<string, unknown>[] } | null)?.items ?? [])
    .map(({ data: _, ...item }) => JSON.stringify(item));
  expect(offers.filter(item => item.includes(SECRET))).toEqual([]);
}
