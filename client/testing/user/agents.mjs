// The Agents view.
export const workspace = 'samples/clinic';
export const file = 'agents/front-desk/v4.agent.json';

export const steps = [
  ['the Agents view shows agents, versions, tags and who refers to them', async ({ editorOf, page, picture }) => {
    await editorOf('v4.agent.json').locator('.codelens-decoration', { hasText: 'Preview' }).first().waitFor();
    await page.locator('.activitybar .action-item', { has: page.locator('[aria-label^="Preflight"]') }).first().click();
    const row = text => page.locator('.sidebar .monaco-list-row', { hasText: text }).first();
    await row('Front desk').waitFor();
    await row('Front desk').click();
    await page.keyboard.press('ArrowRight');
    await row('version 2').waitFor();
    await row('version 2').click();
    await page.keyboard.press('ArrowRight');
    await row('prod').waitFor();
    await row('prod').click();
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(500);
    await picture('agents');
  }],
  ['a version opens its file', async ({ editorOf, page }) => {
    await page.locator('.sidebar .monaco-list-row', { hasText: 'version 2' }).first().click();
    await editorOf('v2.agent.json').waitFor();
  }],
];
