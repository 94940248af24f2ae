// The walk through results that must appear only once: a finding with many places, the ways to disable a rule, the
// rules, agents in two workspaces.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const workspace = 'samples/broken';
export const file = 'engines/wrong.conversation-flow.json';
const places = 7;

export function prepare(folder) {
  const edges = Array.from({ length: places }, (_, i) => ({
    id: `edge-1778258724951-${i}`,
    transition_condition: { type: 'prompt', prompt: `Caller asks about topic ${i}` },
    destination: 'node-bye',
  }));
  const way = {
    id: 'edge-1778258724951-ts43scjvh',
    transition_condition: { type: 'prompt', prompt: 'Caller says goodbye' },
    destination_node_id: 'node-bye',
  };
  const flow = {
    conversation_flow_id: 'wrong',
    start_node_id: 'node-welcome',
    nodes: [
      { id: 'node-welcome', name: 'Welcome', type: 'conversation', edges: [...edges, way] },
      { id: 'node-bye', name: 'CLOSE CALL', type: 'end' },
    ],
  };
  writeFileSync(join(folder, file), `${JSON.stringify(flow, null, 2)}\n`);
  mkdirSync(join(folder, 'staging'), { recursive: true });
  writeFileSync(join(folder, 'staging/preflight.config.json'), '{}\n');
  for (const name of ['intake', 'intake copy'])
    writeFileSync(
      join(folder, `staging/${name}.agent.json`),
      '{ "agent_id": "", "agent_name": "Dörfler AG Intake (DE)", "voice_id": "11labs-Adrian" }\n',
    );
}
const lineOf = (folder, n) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .flatMap((line, i) => (line.includes('"destination":') ? [i + 1] : []))[n];

export const steps = [
  [
    'a finding with many places is listed once, and each is underlined',
    async ({ editorOf, page, picture, problem }) => {
      const editor = editorOf('wrong.conversation-flow.json');
      await editor.locator('.squiggly-warning').first().waitFor({ state: 'attached' });
      const row = await problem('is not a field of an edge');
      assert.match(await row.innerText(), /so 7 edges lead nowhere/);
      const listed = await page.locator('.markers-panel .monaco-list-row .marker-source').count();
      assert.equal(listed, 1);
      const wavy = () =>
        editor
          .locator('.view-line span')
          .evaluateAll(
            elements => elements.filter(element => getComputedStyle(element).textDecorationStyle === 'wavy').length,
          );
      for (let triesLeft = 40; (await wavy()) < 1 && triesLeft > 0; triesLeft--) await page.waitForTimeout(250);
      assert.ok((await wavy()) >= 1, String(await wavy()));
      await picture('many-places');
    },
  ],
  [
    'the light bulb lists the fix of all places first, and a single entry to disable the rule',
    async ({ action, goTo, key, page, picture, workspace: folder }) => {
      await goTo(lineOf(folder, 2), 16);
      await action(`Rename all ${places} to "destination_node_id"`);
      const titles = await page.locator('.action-widget .monaco-list-row').allInnerTexts();
      assert.match(titles[1] ?? '', /Rename all 7/, titles.join());
      assert.equal(titles.filter(title => /Suppress|baseline|Turn off/.test(title)).length, 0, titles.join());
      assert.equal(titles.filter(title => title.includes('Disable unconnected-condition…')).length, 1, titles.join());
      await picture('bulb');
      await key('Escape');
    },
  ],
  [
    'disabling asks for the scope, and writes an entry into the configuration',
    async ({ action, page, picture, waitUntil, workspace: folder }) => {
      const row = await action('Disable unconnected-condition…');
      await row.click();
      const way = page.locator('.quick-input-list .monaco-list-row', { hasText: 'in engines/' }).first();
      await way.waitFor();
      await picture('disable');
      await way.click();
      const config = join(folder, 'preflight.config.json');
      const isWritten = () => existsSync(config) && readFileSync(config, 'utf8').includes('engines/**');
      await page.keyboard.press('Control+K');
      await page.keyboard.press('S');
      await waitUntil(isWritten);
      assert.ok(isWritten());
    },
  ],
  [
    'Explain Rule lists all rules, and the page opens beside the file',
    async ({ command, editorOf, page, picture, open, webview }) => {
      await open('v3.agent.json');
      await editorOf('v3.agent.json').locator('.squiggly-error').first().waitFor({ state: 'attached' });
      await command('Preflight: Explain Rule…');
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await rows.filter({ hasText: 'retired-value' }).first().waitFor();
      await picture('rules');
      await page.keyboard.type('unasked');
      await rows.filter({ hasText: 'unasked-condition' }).first().click();
      await webview.locator('h1', { hasText: 'unasked-condition' }).first().waitFor();
      await webview.locator('strong', { hasText: '.json' }).first().waitFor();
      assert.ok(await editorOf('v3.agent.json').isVisible());
      await picture('rule-beside');
      await command('View: Close All Editors');
    },
  ],
  [
    'a suppression asks for a reason first, and nothing is written without one',
    async ({ action, goTo, key, open, page, picture, waitUntil, workspace: folder }) => {
      const config = join(folder, 'preflight.config.json'),
        before = readFileSync(config, 'utf8'),
        input = page.locator('.quick-input-widget:visible input').first(),
        question = page
          .locator('.quick-input-widget .quick-input-message', { hasText: 'Why is this accepted?' })
          .first();
      const suppress = async () => {
        await (await action('Disable retired-value…')).click();
        await page
          .locator('.quick-input-list .monaco-list-row', { hasText: 'Suppress retired-value here' })
          .first()
          .click();
        await question.waitFor();
      };
      await open('v3.agent.json');
      const line = readFileSync(join(folder, 'agents/front-desk/v3.agent.json'), 'utf8')
        .split('\n')
        .findIndex(line => line.includes('"voice_model"'));
      await goTo(line + 1, 22);
      await suppress();
      await picture('suppression-reason');
      await key('Escape');
      // this is longer than the delay after which the editor saves automatically
      await page.waitForTimeout(2500);
      assert.equal(readFileSync(config, 'utf8'), before);
      await suppress();
      await input.fill('moves with the next "release"');
      await key('Enter');
      await picture('suppression-written');
      await key('Control+K');
      await key('S');
      const reason = '"reason": "moves with the next \\"release\\""';
      await waitUntil(() => readFileSync(config, 'utf8').includes(reason));
      assert.ok(readFileSync(config, 'utf8').includes(reason), readFileSync(config, 'utf8'));
    },
  ],
  [
    'the outline names edges by their destinations',
    async ({ key, open, page, picture }) => {
      await open('wrong.conversation-flow.json');
      const row = page
        .locator('.quick-input-list .monaco-list-row', { hasText: '→ CLOSE CALL: Caller says goodbye' })
        .first();
      for (let turn = 0; turn < 5 && !(await row.isVisible()); turn++) {
        await key('Control+Shift+O');
        await page.keyboard.type('close');
        await row.waitFor({ timeout: 5000 }).catch(() => key('Escape'));
      }
      await row.waitFor();
      await picture('outline');
      await key('Escape');
    },
  ],
  [
    'agents of two workspaces are below two folders, and agents without an id show their file',
    async ({ page, picture }) => {
      await page
        .locator('.activitybar .action-item', { has: page.locator('[aria-label^="Preflight"]') })
        .first()
        .click();
      const row = page.locator('.sidebar .monaco-list-row', { hasText: 'staging' }).first();
      await row.waitFor();
      await page
        .locator('.sidebar .monaco-list-row', { hasText: 'intake copy.agent.json · no agent_id' })
        .first()
        .waitFor();
      await picture('agents-in-folders');
    },
  ],
  [
    'the duration of the activation is printed',
    async ({ command, page, picture }) => {
      await command('Developer: Show Running Extensions');
      const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Preflight' }).first();
      await row.waitFor();
      assert.match(await row.innerText(), /Activation/);
      await picture('activation');
    },
  ],
];
