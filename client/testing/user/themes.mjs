// The walk through the panels in light, dark and high contrast themes: every text must have enough contrast.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, moveTags, placeOf } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'agents/agents.agent-list.json';

/** The class of the body of a panel, by theme. */
const themes = {
  'Default Light Modern': 'vscode-light',
  'Default Dark Modern': 'vscode-dark',
  'Default High Contrast': 'vscode-high-contrast:not(.vscode-high-contrast-light)',
  'Default High Contrast Light': 'vscode-high-contrast-light',
};
/** The minimum contrast of WCAG level AA for text of normal size. */
const MIN_CONTRAST = 4.5;

/**
 * Runs in the panel.
 * @returns every text whose contrast with its background is less than `minContrast`, with its contrast, and the number of
 * texts
 */
function tooFaint(body, minContrast) {
  const numbers = color => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number),
      scale = color.startsWith('color(') ? 255 : 1;
    return [red * scale, green * scale, blue * scale, alpha];
  };
  const blend = ([red, green, blue, alpha], below) =>
    [red, green, blue].map((part, i) => part * alpha + below[i] * (1 - alpha));
  const luminance = parts =>
    parts
      .map(part => part / 255)
      .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const backgroundOf = element => {
    const layers = [];
    for (let node = element; node; node = node.parentElement) {
      const shape =
        node instanceof SVGGElement ? node.querySelector(':scope > rect, :scope > path, :scope > polygon') : undefined;
      const fill = shape && getComputedStyle(shape).fill;
      for (const color of [fill, getComputedStyle(node).backgroundColor])
        if (color && color !== 'none') layers.push(numbers(color));
    }
    const [whole] = [getComputedStyle(document.documentElement).getPropertyValue('--vscode-editor-background')];
    const probe = document.createElement('i');
    probe.style.color = whole;
    document.body.append(probe);
    const base = numbers(getComputedStyle(probe).color);
    probe.remove();
    return layers.reverse().reduce((below, layer) => blend(layer, below), base.slice(0, 3));
  };
  const faintTexts = [];
  let textCount = 0;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement,
      text = node.textContent.trim();
    if (
      text === '' ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('script, style, title, :disabled')
    )
      continue;
    const style = getComputedStyle(element),
      background = backgroundOf(element);
    const own = luminance(blend(numbers(element instanceof SVGElement ? style.fill : style.color), background)),
      other = luminance(background);
    const contrast = (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05);
    textCount++;
    if (contrast >= minContrast) continue;
    const [inner, outer] = [element, element.parentElement].map(
      part => `${part.tagName.toLowerCase()}.${part.getAttribute('class') ?? ''}`,
    );
    faintTexts.push(`${text.slice(0, 40)}: ${contrast.toFixed(1)} (${inner} in ${outer})`);
  }
  return { faintTexts: [...new Set(faintTexts)], measured: textCount };
}

/** Checks the open panel in every theme. */
async function inEveryTheme({ page, picture, webview, workspace: folder }, name) {
  const faint = {};
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  for (const [theme, bodyClass] of Object.entries(themes)) {
    writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
    await webview.locator(`body.${bodyClass}`).waitFor();
    // the colors change a little later than the class of the theme
    let faintTexts, before, textCount;
    do {
      before = faintTexts;
      await page.waitForTimeout(500);
      ({ faintTexts, measured: textCount } = await webview.locator('body').evaluate(tooFaint, MIN_CONTRAST));
    } while (String(faintTexts) !== String(before));
    assert.ok(textCount > 10, `${textCount} texts`);
    if (faintTexts.length > 0) faint[theme] = faintTexts;
    await picture(`${name}-${theme.toLowerCase().replaceAll(' ', '-')}`);
  }
  assert.deepEqual(faint, {});
}

export const steps = [
  [
    'all text in the preview is readable in every theme',
    async actions => {
      const { command, editorOf, goTo, webview, workspace: folder } = actions;
      await editorOf('agents.agent-list.json')
        .locator('.codelens-decoration', { hasText: 'Preview' })
        .first()
        .waitFor();
      await goTo(...placeOf(folder, file, '"prod"'));
      await command('Preflight: Open Preview to the Side');
      await webview.locator('.card .large', { hasText: 'Version 2' }).waitFor();
      await inEveryTheme(actions, 'preview');
    },
  ],
  [
    'all text in the flow is readable in every theme',
    async actions => {
      const { command, goTo, key, open, webview, workspace: folder } = actions,
        flow = 'flows/billing.conversation-flow.json';
      await key('Control+1');
      await open(flow);
      await goTo(...placeOf(folder, flow, '"component_id"'));
      await command('Preflight: Show as Flow');
      await webview.locator('#graph .node.current', { hasText: 'Verify the caller' }).first().waitFor();
      await webview.locator('[data-act=list]').click();
      await inEveryTheme(actions, 'flow');
    },
  ],
  [
    'all text of a simulated call is readable in every theme',
    async actions => {
      const { command, key, open, webview } = actions;
      await key('Control+1');
      await open('agents/front-desk/v2.agent.json');
      await command('Preflight: Simulate');
      await webview.locator('[data-section="call"] tr').first().waitFor();
      await inEveryTheme(actions, 'simulation');
    },
  ],
  [
    'all text about drawn calls is readable in every theme',
    async actions => {
      const { command, key, open, webview } = actions;
      await key('Control+1');
      await open('numbers/next-trial.agent-weights.json');
      await command('Preflight: Simulate');
      await webview.locator('.bar').first().waitFor();
      await inEveryTheme(actions, 'weights');
    },
  ],
  [
    'all text of a prompt is readable in every theme',
    async actions => {
      const { command, goTo, key, open, webview, workspace: folder } = actions,
        engine = 'engines/front-desk.llm.json';
      await key('Control+1');
      await open(engine);
      await goTo(...placeOf(folder, engine, '"general_prompt"'));
      await command('Preflight: Show Prompt as Callers Get It');
      await webview.locator('.verbatim .piece.good').first().waitFor();
      await inEveryTheme(actions, 'prompt');
    },
  ],
  [
    'all text about two versions is readable in every theme',
    async actions => {
      const { chooseEntry, key, page, webview } = actions,
        row = text => page.locator('.sidebar .monaco-list-row', { hasText: text }).first();
      await page
        .locator('.activitybar .action-item', { has: page.locator('[aria-label^="Preflight"]') })
        .first()
        .click();
      await row('Front desk').click();
      await key('ArrowRight');
      await row('version 3').waitFor();
      await chooseEntry('Compare with Another Version', row('version 3'));
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'version 4' }).first().click();
      await webview.locator('.heading h1', { hasText: 'version 3 → version 4' }).waitFor();
      await inEveryTheme(actions, 'versions');
    },
  ],
  [
    'all text in a plan is readable in every theme',
    async actions => {
      const { command, key, page, webview, workspace: folder } = actions;
      commitAll(folder);
      moveTags(folder, { prod: 3, canary: 9 });
      await command('Preflight: Compare with Branch');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'the last commit' }).first().waitFor();
      await page.waitForTimeout(400);
      await key('Enter');
      await webview.locator('.item').first().waitFor();
      await inEveryTheme(actions, 'plan');
    },
  ],
];
