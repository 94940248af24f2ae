// Measures the Flow panel in a headless Chromium: the time until it is open, and frames per second while it scrolls.
// Also measures the tidy layout: the zoom and the share of the width when it fits the page, the crossings of lines,
// and the share of their length that covers another line, or a line of another node. `node bench/flow.mjs [--pictures
// FOLDER] [FILE]…` measures the flows in the files and generated flows of 500 and 1,500 nodes; with `--pictures` also
// takes pictures of each in both layouts and all themes, wide and narrow. Needs `client/testing/host`.
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { chromiumFile, playwright } from '../client/testing/host/folders.mjs';
import { load } from '../server/build/load.mjs';

const root = new URL('../', import.meta.url).pathname;
const args = process.argv.slice(2),
  optionIndex = args.indexOf('--pictures'),
  pictures = optionIndex < 0 ? undefined : args.splice(optionIndex, 2)[1];

/** A flow that branches, skips ahead, and has an end for every 60 nodes. The flow is the same in each run. */
function inventFlow(count) {
  let seed = 7;
  const chance = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const types = ['conversation', 'conversation', 'function', 'branch', 'extract_dynamic_variables'],
    verbs = ['Ask for', 'Confirm', 'Look up', 'Explain', 'Offer'],
    things = ['the date', 'a name', 'the order', 'the price', 'a call back', 'terms'];
  const nodes = Array.from({ length: count }, (_, i) => {
    const isEnd = i % 60 === 59;
    const targets = isEnd
      ? []
      : [
          i + 1,
          ...(chance() < 0.6 ? [i + 2 + Math.floor(chance() * 12)] : []),
          ...(chance() < 0.35 ? [Math.floor(chance() * (count / 60)) * 60 + 59] : []),
        ].filter(target => target < count);
    return {
      id: `n${i}`,
      type: isEnd ? 'end' : types[Math.floor(chance() * types.length)],
      name: `${verbs[i % 5]} ${things[i % 6]} ${i}`,
      instruction: { type: 'prompt', text: `Say what step ${i} is about and wait for {{customer_name}}.` },
      display_position: { x: (i % 25) * 420, y: Math.floor(i / 25) * 320 },
      edges: targets.map((target, k) => ({
        id: `e${i}-${k}`,
        destination_node_id: `n${target}`,
        transition_condition: { type: 'prompt', prompt: ['The caller agrees', 'Something else', 'Silence'][k] },
      })),
    };
  });
  return {
    conversation_flow_id: 'invented',
    version: 0,
    name: `Generated, ${count} nodes`,
    start_node_id: 'n0',
    nodes,
  };
}

const { flowView, contextAt, measureLines, themeStyle } = await load(`
export { flowView } from './server/features/panels/index.ts';
export { contextAt } from './server/testing/caret.ts';
export { measureLines } from './server/testing/line-measures.ts';
import { viewStyle } from './server/view/style.ts';
export const themeStyle = viewStyle;
`);
const files = args.length > 0 ? args : [join(root, 'samples/clinic/flows/billing.conversation-flow.json')];
const flows = [
  ...files.map(file => [basename(file, '.json').split('.')[0], readFileSync(file, 'utf8').replace(/^\uFEFF/, '')]),
  ...[500, 1500].map(count => [`invented-${count}`, JSON.stringify(inventFlow(count), undefined, 1)]),
];
const { outputFiles } = await build({
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  write: false,
  outdir: '/page',
  entryPoints: [join(root, 'client/panels/webview/pages/flow.ts')],
});
const textOf = ending => outputFiles.find(({ path }) => path.endsWith(ending)).text;

/** The variables of VS Code's own themes that the page uses. */
const themes = {
  light: ['vscode-light', '#3b3b3b', '#ffffff', '#f8f8f8', '#3b3b3b', '#005fb8', '', '#e51400', '#bf8803', '#1a85ff'],
  dark: ['vscode-dark', '#cccccc', '#1f1f1f', '#202020', '#9d9d9d', '#0078d4', '', '#f14c4c', '#cca700', '#3794ff'],
  hc: ['vscode-high-contrast', '#fff', '#000', '#000', '#fff', '#f38518', '#6fc3df', '#f48771', '#ffd370', '#3794ff'],
  hclight: ['vscode-high-contrast vscode-high-contrast-light', '#292929', '#fff', '#fff', '#292929', '#006bbd'].concat([
    '#0f4a85',
    '#b5200d',
    '#895503',
    '#1a85ff',
  ]),
};
/** The colors of kinds of nodes (green, orange, purple, cyan, magenta) and of links. */
const kinds = {
  light: ['#388a34', '#d18616', '#652d90', '#0598bc', '#bc05bc', '#005fb8'],
  dark: ['#89d185', '#d18616', '#b180d7', '#11a8cd', '#bc3fbc', '#4daafc'],
  hc: ['#89d185', '#ab5a00', '#b180d7', '#00cdcd', '#cd00cd', '#21a6ff'],
  hclight: ['#374e06', '#0f4a85', '#652d90', '#0598bc', '#bc05bc', '#0f4a85'],
};
function shell(theme) {
  const [name, text, ground, box, faintColor, focus, contrast, error, warning, info] = themes[theme],
    [green, orange, purple, cyan, magenta, link] = kinds[theme];
  const variables = Object.entries({
    foreground: text,
    'editor-foreground': text,
    'editor-background': ground,
    'editorWidget-background': box,
    descriptionForeground: faintColor,
    focusBorder: focus,
    'editorError-foreground': error,
    'editorWarning-foreground': warning,
    'editorInfo-foreground': info,
    'charts-blue': info,
    'charts-green': green,
    'charts-orange': orange,
    'charts-purple': purple,
    'terminal-ansiCyan': cyan,
    'terminal-ansiMagenta': magenta,
    'textLink-foreground': link,
    'input-background': box,
    'input-foreground': text,
    'dropdown-background': box,
    'dropdown-foreground': text,
    'icon-foreground': text,
    'inputOption-activeBackground': `${focus}55`,
    'font-family': 'sans-serif',
    ...(contrast && { contrastBorder: contrast, contrastActiveBorder: focus }),
  }).map(([key, value]) => `--vscode-${key}:${value}`);
  const policy = "default-src 'none'; style-src 'nonce-a'; script-src 'nonce-a'";
  return `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="a">:root{${variables.join(';')}}${themeStyle}${textOf('.css')}</style></head><body class="${name}">
<main id="page"></main><div id="said" class="unseen"></div>
<script nonce="a">
let kept;
window.acquireVsCodeApi = () => ({ postMessage() {}, getState: () => kept, setState: state => { kept = state; } });
</script>
<script nonce="a">${textOf('.js').replaceAll('</script', '<\\/script')}</script></body></html>`;
}

/**
 * Opens a flow. Runs in the page.
 * @returns the milliseconds until the first frame with the flow
 */
async function openFlow(data) {
  const begin = performance.now();
  window.postMessage({ type: 'show', data }, '*');
  await new Promise(resolve => setTimeout(resolve));
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - begin;
}
/**
 * Moves the flow in circles. Runs in the page.
 * @returns frames per second
 */
async function framesPerSecond() {
  const canvas = document.getElementById('canvas');
  let first, last;
  for (let n = 0; n <= 180; n++) {
    last = await new Promise(resolve => requestAnimationFrame(resolve));
    first ??= last;
    canvas.scrollBy(Math.cos(n / 20) * 25, Math.sin(n / 20) * 25);
  }
  return 180_000 / (last - first);
}

const browser = await playwright().chromium.launch({
  executablePath: chromiumFile,
  args: ['--no-sandbox', '--disable-gpu'],
});
async function pageIn(theme, width) {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  page.on('console', message => message.type() === 'error' && console.log(message.text()));
  page.on('pageerror', error => console.log(error.stack));
  await page.setContent(shell(theme));
  return page;
}
console.log(
  '| flow | nodes | edges | lay out | open | frames per second, at 60 % | all at once | at once | of width | crossings ' +
    `| upon others | of other nodes |\n${'| --- '.repeat(12)}|`,
);
for (const [name, text] of flows) {
  const kind = 'conversationFlow' in JSON.parse(text) ? 'agent' : 'conversation-flow';
  const begin = performance.now(),
    view = flowView(contextAt(`-- a.${kind}.json --\n${text.replace('{', '▮{')}`)),
    laidOut = performance.now() - begin;
  const { components, place, ...flow } = JSON.parse(JSON.stringify(view));
  const data = {
    picture: { identity: name, flow, parts: [{ component: null, title: flow.title, isShown: true }] },
    mark: { node: null, edge: null },
    isPinned: false,
    isOld: false,
    way: null,
  };
  const page = await pageIn('light', 1400);
  const openTime = await page.evaluate(openFlow, data);
  await page.evaluate(() => document.querySelector('[data-act=whole]').click());
  for (let n = 0; n < 3; n++) await page.evaluate(() => document.querySelector('[data-act=smaller]').click());
  const frames = await page.evaluate(framesPerSecond);
  await page.evaluate(() => document.querySelector('[data-act=fit]').click());
  const smallFrames = await page.evaluate(framesPerSecond);
  const tidy = flow.layouts.at(-1),
    lines = flow.edges.length < 500 ? measureLines(flow, tidy) : undefined,
    fitZoom = Math.min(1, 1400 / (tidy.width + 48), 820 / (tidy.height + 48)),
    percent = share => `${Math.round(100 * share)} %`;
  const row = [
    name,
    flow.nodes.length,
    flow.edges.length,
    `${Math.round(laidOut)} ms`,
    `${Math.round(openTime)} ms`,
    Math.round(frames),
    Math.round(smallFrames),
    percent(fitZoom),
    percent((fitZoom * tidy.width) / 1400),
    ...(lines
      ? [lines.crossings, percent(lines.sharedLength / lines.length), percent(lines.foreignLength / lines.length)]
      : []),
  ];
  console.log(`| ${row.join(' | ')} |`);
  await page.close();
  if (pictures === undefined) continue;
  mkdirSync(pictures, { recursive: true });
  for (const theme of Object.keys(themes))
    for (const width of [1400, 600]) {
      const page = await pageIn(theme, width);
      await page.evaluate(openFlow, data);
      for (const { way } of flow.layouts) {
        await page.evaluate(layout => document.querySelector(`[data-way=${layout}]`).click(), way);
        await page.waitForTimeout(200);
        await page.screenshot({ path: join(pictures, `${name}-${way}-${theme}-${width}.png`) });
      }
      await page.close();
    }
}
await browser.close();
