import { valueRow } from './contents-html.ts';
import { headlineOf, sectionsOf, sidesInWords, titleOf, type DiffSection } from './diff-words.ts';
import type { DiffReport } from './diff-report.ts';
import { html, type Html } from './html.ts';
import { assumedHtml, page } from './page.ts';

/** Two versions side by side as one page. */
export function diffHtml(report: DiffReport): string {
  const sides = sidesInWords(report).map(({ reference, selects, why, files }, i) => {
    const mark = i === 0 ? html`<span class="mark bad">before</span>` : html`<span class="mark good">after</span>`;
    return html`<li>${mark} <code>${reference}</code> → <strong>${selects}</strong><br>
<span class="faint">${why}<br>${files}</span></li>
`;
  });
  return page(
    'diff',
    titleOf(report),
    html`<ul class="plain">${sides}</ul>
<p><strong>${headlineOf(report)}.</strong></p>
${report.result.not_compared.map(line => html`<p class="note">${line}</p>\n`)}
${sectionsOf(report).map(section)}
${assumedHtml(report.result.assumptions)}`,
  );
}

const section = ({ heading, subjects }: DiffSection): Html =>
  html`<h2>${heading}</h2>
${subjects.map(
  ({ subject, rows }) =>
    html`<section class="record">${subject !== null && html`<h3>${subject}</h3>`}
<dl>${rows.map(({ label, words, hunk }) => valueRow(label, words, hunk))}</dl></section>
`,
)}`;
