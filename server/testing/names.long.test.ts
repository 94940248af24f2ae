import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../cli/main.ts';
import { everything, Editor } from './editor.ts';
import { committed, preflight, scratch, write } from './preflight.ts';
import { bareIds, realId, textsOf, withRealIds } from './real-ids.ts';
import { samples, textsIn } from './samples.ts';
import { formats as lintFormats } from '../view/formats/index.ts';
import { simulationPrinters } from '../view/results/simulations.ts';
import { requests } from '../lsp/protocol.ts';

/*
 * Checks that texts for people contain names instead of ids: in all formats of commands and all answers to an editor,
 * over samples with real ids.
 */

/** The command lines to try, in every format, by command. Commands without a line print nothing about records. */
const commandLines: Readonly<Record<string, readonly string[]>> = {
  lint: ['', '--verbose', '--live --statistics', '--changed-since HEAD', '--diff --unsafe'],
  ci: ['--base HEAD'],
  plan: [
    '--base HEAD --contents all',
    '--tag DESK:prod=3 --untag DESK:canary --publish DESK@4 --draft DESK@2',
    '--tag DESK:prod=99 --publish NIGHT@0',
    '--base HEAD --assert DESK@prod+is+1 --assert DESK@prod+unchanged',
  ],
  resolve: ['--all --explain', 'DESK@prod --explain', 'DESK@nowhere', 'agents/front-desk/v2.agent.json'],
  reach: ['', 'DESK@prod', 'DESK@99', 'agents/front-desk/v2.agent.json', 'engines/front-desk.llm.json'],
  diff: ['DESK@2 @3', 'DESK@prod BILLING@1', 'agents/front-desk/v2.agent.json --base HEAD'],
  affected: ['--base HEAD'],
  requests: ['--base HEAD', '--base HEAD --delete --rollback'],
  doctor: [''],
  graph: ['', 'DESK', 'flows/billing.conversation-flow.json'],
  simulate: [
    'numbers/main.phone-number.json --calls 1000 --list inbound_agents',
    'numbers/main.phone-number.json --call-id call_1',
    'numbers/next-trial.agent-weights.json --calls 1000 --against numbers/main.phone-number.json --list inbound_agents',
    'batches/flu-clinic.batch-call.json --now 2026-01-16T09:00:00Z --all',
    'batches/flu-clinic.batch-call.json --now 2026-01-16T09:00:00Z --task 0',
    'agents/front-desk/v2.agent.json --call silent',
    'agents/front-desk --outage cartesia,elevenlabs',
    'requests/voice-desks.agent-list-filter.json',
    'alerts/slow-lookups.alert-rule.json --series alerts/slow-lookups-2026-01-12.csv',
  ],
  config: ['agents/front-desk/v2.agent.json'],
  prompt: ['DESK@prod', 'agents/front-desk/v2.agent.json'],
  cost: ['', 'DESK@prod'],
  drift: ['agents numbers', 'agents --against numbers --match name'],
};
const otherCommands = [
  'import',
  'explain',
  'rules',
  'init',
  'guard',
  'suppress',
  'serve',
  'mcp',
  'lsp',
  'completion',
  'assumptions',
];
/** The formats of commands that do not list them in their options. */
const formatsOf: Readonly<Record<string, readonly string[]>> = {
  lint: Object.keys(lintFormats),
  ci: ['markdown', 'json'],
  simulate: [...new Set(Object.values(simulationPrinters).flatMap(printers => Object.keys(printers)))],
};
/** JSON fields that contain ids by contract. */
const idFields = ['from', 'to', 'path'];
/** Formats whose output is for programs, apart from the comments in it. */
const commentFormats = ['requests http', 'requests shell'];
/** Formats that print only ids, for programs. */
const idFormats = ['affected ids'];

const edits: readonly (readonly [file: string, before: string | RegExp, after: string])[] = [
  ['numbers/main.phone-number.json', /"weight": 0\.9 \},(\s+.*)"weight": 0\.1/, '"weight": 0.5 },$1"weight": 0.5'],
  [
    'engines/front-desk.llm.json',
    /\{\s+"destination_state_name": "booking"[^]*?\},\s+(?=\{\s+"destination_state_name")/,
    '',
  ],
  ['engines/front-desk.llm.json', '"general_prompt": "', '"general_prompt": "Be brief. '],
  ['agents/front-desk/v2.agent.json', /\{[^{}]*"name": "appointment_booked"[^{}]*\},\s+/, ''],
  ['flows/billing.conversation-flow.json', '"type": "end"', '"type": "end", "speak_during_execution": true'],
  ['components/verify-caller.flow-component.json', '"name": "', '"name": "To '],
  ['agents/agents.agent-list.json', /"prod": \{\s+"version": 1,/, '"prod": { "version": 7,'],
];

describe.each(['clinic', 'broken'] as const)('%s', sample => {
  const { folder, dispose } = scratch({});
  const files = withRealIds(textsIn(samples(sample)));
  const changedFiles = { ...files };
  for (const [file, before, after] of edits)
    if (sample === 'clinic') {
      expect(changedFiles[file], file).toMatch(before);
      changedFiles[file] = changedFiles[file]!.replace(before, after);
    } else if (changedFiles[file] !== undefined) changedFiles[file] = changedFiles[file]!.replace(before, after);
  const names = { DESK: 'Front desk', NIGHT: 'Night line', BILLING: 'Billing' };
  let bareIdsIn: (text: string) => string[];
  beforeAll(() => {
    write(folder, files);
    committed(folder);
    write(folder, changedFiles);
    bareIdsIn = bareIds(folder);
  });
  afterAll(dispose);

  test('every command is tried, or prints nothing about records', () => {
    expect([...Object.keys(commandLines), ...otherCommands].sort()).toEqual(Object.keys(commands).sort());
  });
  test.each(Object.entries(commandLines).flatMap(([name, lines]) => lines.map(line => [name, line] as const)))(
    '%s %s',
    async (name, line) => {
      const command = await commands[name]!.load(),
        formats = formatsOf[name] ?? command.options['format']?.choices;
      // a format that the options do not list must be in `formatsOf`
      expect(formats !== undefined, name).toBe('format' in command.options);
      const args = line
        .split(' ')
        .filter(Boolean)
        .map(word => word.replaceAll('+', ' ').replace(/DESK|NIGHT|BILLING/g, of => names[of as keyof typeof names]));
      for (const format of formats ?? ['']) {
        if (idFormats.includes(`${name} ${format}`)) continue;
        const { stdout, stderr } = await preflight(
          [name, ...args, ...(format === '' ? [] : ['--format', format])],
          folder,
        );
        const isJson = /^\s*[[{]/.test(stdout) && ['json', 'sarif', 'gitlab'].includes(format);
        const comments = stdout.split('\n').filter(line => line.startsWith('#')),
          printed = commentFormats.includes(`${name} ${format}`) ? comments.join('\n') : stdout;
        const text = isJson ? [...textsOf(JSON.parse(stdout), idFields)].join('\n') : printed;
        expect.soft([...bareIdsIn(text), ...bareIdsIn(stderr)], `${name} ${line} --format ${format}`).toEqual([]);
      }
    },
  );

  describe('an editor', () => {
    let editor: Editor;
    beforeAll(async () => {
      editor = new Editor(files, everything);
      await editor.greeting;
      for (const [file, text] of Object.entries(files)) if (file.endsWith('.json')) await editor.open(file, text);
    });
    afterAll(() => {
      editor.dispose();
    });
    const documents = Object.entries(files).filter(([file]) => file.endsWith('.json'));
    const ask = async (method: string, params: object): Promise<unknown> =>
      editor.connection.sendRequest<unknown>(method, params);
    const expectNoBareIds = (answer: unknown, title: string): void => {
      expect.soft(bareIdsIn([...textsOf(answer, hiddenKeys)].join('\n')), title).toEqual([]);
    };
    test('every request is sent, or its answer has only places and edits', async () => {
      const { capabilities } = await editor.greeting;
      expect(
        [
          ...Object.keys(documentRequests),
          ...Object.keys(placeRequests),
          ...Object.keys(workspaceRequests),
          ...uncheckedRequests,
        ].sort(),
      ).toEqual(
        [...Object.keys(capabilities).filter(name => name.endsWith('Provider')), ...Object.keys(requests)].sort(),
      );
    });
    test.each(Object.entries(documentRequests))('%s', async (name, method) => {
      for (const [file, text] of documents) {
        const end = { line: text.split('\n').length, character: 0 };
        const answer = await ask(method, {
          textDocument: { uri: editor.uri(file) },
          uri: editor.uri(file),
          range: { start: { line: 0, character: 0 }, end },
          context: { diagnostics: [], triggerKind: 1 },
        });
        expectNoBareIds(answer, `${name} of ${file}`);
        if (name === 'codeLensProvider')
          for (const lens of (answer as { data?: unknown }[]).filter(({ data }) => data))
            expectNoBareIds(await ask('codeLens/resolve', lens), `lens in ${file}`);
      }
    });
    test.each(Object.entries(placeRequests))('%s', async (name, method) => {
      for (const [file, text] of documents)
        for (const [line, content] of text.split('\n').entries()) {
          const key =
            /"(?:\w*(?:agent|engine|llm|flow|component|tool|tag|version|number|weight|name)\w*)": *"?(?=\S)/.exec(
              content,
            );
          if (!key) continue;
          const position = { line, character: key.index + key[0].length };
          const request = { textDocument: { uri: editor.uri(file) }, uri: editor.uri(file), position };
          expectNoBareIds(
            await ask(method, { ...request, context: { triggerKind: 1 } }),
            `${name} at ${file}:${line + 1}`,
          );
        }
    });
    test.each(Object.entries(workspaceRequests))('%s', async (name, all) => {
      for (const params of all) {
        const text = JSON.stringify(params)
          .replaceAll('DESK', realId('agent_frontdesk01'))
          .replace('FILE', () => editor.uri('agents/agents.agent-list.json'));
        expectNoBareIds(
          await ask(requests[name as keyof typeof requests], JSON.parse(text) as object),
          `${name} ${text}`,
        );
      }
    });
  });
});

describe('two agents with the same name', () => {
  const { folder, dispose } = scratch({});
  const files = Object.entries(withRealIds(textsIn(samples('clinic'))));
  const renamedFiles = files.map(([file, text]) => [
    file,
    text.replaceAll('"agent_name": "Billing"', '"agent_name": "Front desk"'),
  ]);
  // matches the name without the first characters of one of the two ids
  const pattern = /Front desk(?! \((?:750e|121c)\))/;
  beforeAll(() => {
    write(folder, Object.fromEntries(renamedFiles) as Record<string, string>);
    committed(folder);
    for (const [file, before, after] of edits)
      write(folder, { [file]: Object.fromEntries(renamedFiles)[file]!.replace(before, after) });
  });
  afterAll(dispose);
  test.each(['lint', 'ci --base HEAD', 'plan --base HEAD', 'resolve --all', 'reach', 'affected --base HEAD', 'graph'])(
    '%s distinguishes them by their ids',
    async line => {
      const { stdout } = await preflight(line.split(' '), folder);
      const text = stdout.replace(/"[^"\n]*"|^.*│.*$/gm, '').replace(/\s+/g, ' ');
      if (line !== 'lint') expect(stdout).toMatch(/Front desk \(750e\)/);
      expect(
        pattern.exec(text)?.[0],
        text.slice(Math.max(0, text.search(pattern) - 80), text.search(pattern) + 80),
      ).toBeUndefined();
    },
  );
});

/** The requests about a document, by capability or name. */
const documentRequests: Readonly<Record<string, string>> = {
  diagnosticProvider: 'textDocument/diagnostic',
  inlayHintProvider: 'textDocument/inlayHint',
  codeLensProvider: 'textDocument/codeLens',
  codeActionProvider: 'textDocument/codeAction',
  documentLinkProvider: 'textDocument/documentLink',
  fileStatus: requests.fileStatus,
};
/** The requests about a position, by capability or name. */
const placeRequests: Readonly<Record<string, string>> = {
  hoverProvider: 'textDocument/hover',
  completionProvider: 'textDocument/completion',
  preview: requests.preview,
  prompt: requests.prompt,
  simulate: requests.simulate,
  flow: requests.flow,
};
const edit = { kind: 'tag', agentId: 'DESK', tag: 'prod', version: 3 };
const workspaceRequests: Readonly<Record<string, readonly object[]>> = {
  agents: [{}, { agentId: 'DESK' }],
  plan: [
    { uri: 'FILE', edit },
    { uri: 'FILE', edit: { kind: 'publish', agentId: 'DESK', version: 4 } },
    { uri: 'FILE', versions: { agentId: 'DESK', before: 2, after: 3 } },
    { uri: 'FILE', versions: { agentId: 'DESK', before: 2, after: 99 } },
  ],
  planText: [
    { uri: 'FILE', edit, format: 'markdown' },
    { uri: 'FILE', edit, format: 'html' },
  ],
  assertions: [{}],
};
/**
 * Requests that need no check: their answers are places, edits or the page of a rule, or repeat the text of a file.
 */
const uncheckedRequests = [
  ...['definition', 'references', 'documentHighlight', 'rename', 'selectionRange', 'foldingRange'].map(
    name => `${name}Provider`,
  ),
  ...['documentSymbol', 'workspaceSymbol', 'semanticTokens'].map(name => `${name}Provider`),
  'explain',
  'rules',
  'split',
  'paste',
  'newRecord',
  'judge',
  'promptAt',
  'promptText',
  'texts',
  'comparedTexts',
  'comparable',
  'take',
];
/** Keys of values that are not shown to people. */
const hiddenKeys = [
  'uri',
  'id',
  'edit',
  'newText',
  'insertText',
  'filterText',
  'sortText',
  'textEdit',
  'data',
  'arguments',
  'label',
];
