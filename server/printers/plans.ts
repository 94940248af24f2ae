import { count } from '../core/wording.ts';
import { code, escape } from './markdown.ts';
import type { Paint } from './paint.ts';
import { planHtml } from './plan-html.ts';
import { planMarkdown } from './plan-markdown.ts';
import { headline, planJson, type PlanReport } from './plan-report.ts';
import { planText } from './plan-text.ts';
import { html } from './html.ts';
import { printable } from './printable.ts';
import { hanging } from './resolve-text.ts';

/** Plans of several workspaces, each under its folder, and what is demanded of all of them. */
interface PlansReport {
  readonly parts: readonly { readonly folder: string; readonly report: PlanReport }[];
  readonly assertions: PlanReport['assertions'];
}

/** The one report where there is one workspace: nothing is to be told apart. */
const only = ({ parts, assertions }: PlansReport): PlanReport | undefined =>
  parts.length === 1 ? { ...parts[0]!.report, assertions } : undefined;

/** `2 workspaces: 3 live references change; 12 stay as they are` */
const heading = ({ parts }: PlansReport): string =>
  `${count(parts.length, 'workspace')}: ${headline({
    changes: parts.flatMap(({ report }) => report.changes),
    names: parts.flatMap(({ report }) => report.names),
    contents: parts.flatMap(({ report }) => report.contents),
    unchanged: parts.reduce((sum, { report }) => sum + report.unchanged, 0),
  })}`;

export function plansText(plans: PlansReport, options: { readonly paint: Paint; readonly columns: number }): string {
  const one = only(plans),
    { paint, columns } = options;
  if (one) return planText(one, options);
  const parts = plans.parts.map(
    ({ folder, report }) => `${paint.bold(printable(folder))}\n${planText(report, options)}`,
  );
  const lines = plans.assertions.flatMap(({ text, verdict: { holds, because, evidence } }) =>
    hanging(
      `  ${holds ? paint.green('holds') : paint.red('fails')}  `,
      printable(`${text}: ${because ?? evidence}`),
      columns,
      9,
    ),
  );
  const demanded = lines.length === 0 ? [] : [`${[paint.bold('Assertions'), ...lines].join('\n')}\n`];
  return [`${paint.bold(`${heading(plans)}.`)}\n`, ...parts, ...demanded].join('\n');
}

export function plansMarkdown(plans: PlansReport): string {
  const one = only(plans);
  if (one) return planMarkdown(one);
  const verdicts = plans.assertions.map(
    ({ text, verdict: { holds, because, evidence } }) =>
      `- ${holds ? '✅' : '❌'} ${code(text)}: ${escape(because ?? evidence)}\n`,
  );
  return [
    `## Preflight: ${escape(heading(plans))}\n`,
    ...(verdicts.length > 0 ? [verdicts.join('')] : []),
    ...plans.parts.map(({ folder, report }) => `## ${code(folder)}\n\n${planMarkdown(report)}`),
  ].join('\n');
}

export function plansHtml(plans: PlansReport): string {
  const one = only(plans);
  if (one) return planHtml(one);
  const pages = plans.parts.map(({ folder, report }) => ({ folder, page: planHtml(report) })),
    inside = (page: string): string => /<main>\n?([\s\S]*)<\/main>/.exec(page)![1]!;
  const verdicts = plans.assertions.map(({ text, verdict: { holds, because, evidence } }) => {
    const word = html`<span class="mark ${holds ? 'good' : 'bad'}">${holds ? 'holds' : 'fails'}</span>`;
    return html`<li>${word} <code>${text}</code>: ${because ?? evidence}</li>\n`;
  });
  const top = html`<h1>${heading(plans)}</h1>\n${verdicts.length > 0 && html`<h2>Assertions</h2>\n<ul class="plain">${verdicts}</ul>\n`}`;
  const body = pages.map(({ folder, page }) => `${html`<h1><code>${folder}</code></h1>\n`.markup}${inside(page)}`);
  return pages[0]!.page
    .replace(/(<title>)[^<]*/, (_, tag: string) => tag + html`Preflight: ${heading(plans)}`.markup)
    .replace(
      /(<main>\n?)[\s\S]*(<\/main>)/,
      (_, start: string, end: string) => `${start}${top.markup}${body.join('')}${end}`,
    );
}

type Json = Readonly<Record<string, unknown>>;

/** One object for all: files are named from the working directory, so nothing is lost. */
export function plansJson(plans: PlansReport): string {
  const [first, ...more] = plans.parts.map(
    ({ report }, i) =>
      // what is demanded is demanded of all of them, and said once
      JSON.parse(planJson({ ...report, assertions: i === 0 ? plans.assertions : [] })) as Json,
  );
  const merged = more.reduce<Json>(
    (all, one) => Object.fromEntries(Object.entries(all).map(([key, value]) => [key, together(key, value, one[key])])),
    first!,
  );
  return `${JSON.stringify(merged, undefined, 2)}\n`;
}

function together(key: string, a: unknown, b: unknown): unknown {
  if (key === 'version') return a;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (!Array.isArray(a) || !Array.isArray(b)) return a;
  const all: unknown[] = [...(a as unknown[]), ...(b as unknown[])];
  return all.every(item => typeof item === 'string') ? [...new Set(all)].sort() : all;
}
