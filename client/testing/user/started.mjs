// The walk through what the editor itself shows about the extension: its activation time and its walkthrough.
import assert from 'node:assert/strict';

export const workspace = 'samples/clinic';
export const file = 'agents/front-desk/v4.agent.json';

export const steps = [
  [
    'the editor reports the activation time',
    async ({ command, editorOf, key, page, picture }) => {
      await editorOf('v4.agent.json').locator('.codelens-decoration', { hasText: 'Preview' }).first().waitFor();
      await command('Developer: Show Running Extensions');
      const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Preflight' }).first();
      await row.waitFor();
      const [line, milliseconds] = /Activation: (\d+) ?ms/.exec(await row.innerText()) ?? [];
      assert.ok(line, await row.innerText());
      console.log(`        the editor says: activation ${milliseconds} ms`);
      await picture('running-extensions');
      await key('Escape');
    },
  ],
  [
    'the walkthrough opens with its pictures',
    async ({ command, page, picture }) => {
      await command('Preflight: Get Started');
      const steps = page.locator('.gettingStartedContainer .getting-started-step');
      await steps.filter({ hasText: 'See what a tag resolves to' }).first().click();
      assert.equal(await steps.count(), 3);
      const image = page.locator('.gettingStartedContainer .getting-started-media img').first();
      await image.waitFor();
      await page.waitForFunction(
        () => document.querySelector('.gettingStartedContainer .getting-started-media img')?.naturalWidth > 500,
      );
      await picture('walkthrough');
    },
  ],
];
