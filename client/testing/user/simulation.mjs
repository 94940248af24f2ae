// The walk through the Simulation panel: a call of an agent on a clock, and shares of calls.
import assert from 'node:assert/strict';

export const workspace = 'samples/clinic';
export const file = 'agents/front-desk/v2.agent.json';

export const steps = [
  [
    'a simulated call shows the settings behind its events',
    async ({ command, editorOf, picture, webview }) => {
      await editorOf('v2.agent.json').locator('.codelens-decoration', { hasText: 'Preview' }).first().waitFor();
      await command('Preflight: Simulate');
      await webview.locator('[data-section="call"] tr').first().waitFor();
      assert.match(await webview.locator('[data-section="call"]').innerText(), /reminder_trigger_ms/);
      await picture('simulation');
    },
  ],
  [
    'another call can be chosen',
    async ({ picture, webview }) => {
      await webview.locator('select[name="call"]').selectOption('voicemail');
      await webview.locator('.heading h1', { hasText: 'voicemail' }).waitFor();
      await picture('simulation-voicemail');
    },
  ],
  [
    'the panel follows the cursor into another file, and draws shares of an ASR routing',
    async ({ open, picture, webview }) => {
      await open('fast-mode.asr-routing.json');
      await webview.locator('.bar', { hasText: 'deepgram' }).waitFor();
      await picture('simulation-routes');
    },
  ],
];
