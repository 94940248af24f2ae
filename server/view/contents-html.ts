import type { ContentsWords } from './panels/index.ts';
import { html, type Html } from './html.ts';

/** Differences in what live versions say and do, as part of a plan's page. */
export const contentsHtml = (groups: readonly ContentsWords[]): Html | false =>
  groups.length > 0 &&
  html`<h2>Contents, under the same version number</h2>
${groups.map(record)}`;

const record = ({ title, reach, file, rows }: ContentsWords): Html =>
  html`<section class="record"><h3>${title}</h3>
<p class="faint">${reach}<br><code>${file}</code></p>
<dl>${rows.map(row)}</dl></section>
`;

const row = ({ pointer, words, hunk }: ContentsWords['rows'][number]): Html => valueRow(pointer, words, hunk);

/** A value from a list, below its name. */
export const valueRow = (name: string, words: string, hunk: readonly string[]): Html =>
  html`<dt><code>${name}</code></dt><dd>${words}${hunk.length > 0 && html`<pre>${hunk.map(line)}</pre>`}</dd>
`;

const tones: Readonly<Record<string, string>> = { '+': 'good', '-': 'bad' };
const line = (text: string): Html => html`<span class="${tones[text[0]!] ?? 'faint'}">${text}</span>
`;
