import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { count } from '../core/wording.ts';
import { code, escape } from './markdown.ts';
import type { Paint } from './paint.ts';
import { assertionsHtml, planHtml } from './plan-html.ts';
import { assertionsMarkdown, planMarkdown } from './plan-markdown.ts';
import { assertionsOutput, headline, planOutput, type PrintedPlan } from './plan-report.ts';
import { assertionsText, planText } from './plan-text.ts';
import { html } from './html.ts';
import { printable } from './printable.ts';

/** Plans of several workspaces, each under its folder, and what is demanded of all of them. */
interface PlansReport {
  readonly parts: readonly { readonly folder: string; readonly report: PrintedPlan }[];
  readonly assertions: PrintedPlan['assertions'];
}

/** The one report where there is one workspace: nothing is to be told apart. */
const only = ({ parts, assertions }: PlansReport): PrintedPlan | undefined =>
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
    { paint } = options;
  if (one) return planText(one, options);
  const parts = plans.parts.map(
    ({ folder, report }) => `${paint.bold(printable(folder))}\n${planText(report, options)}`,
  );
  const lines = assertionsText(plans.assertions, options);
  const demanded = lines.length === 0 ? [] : [`${lines.join('\n')}\n`];
  return [`${paint.bold(`${heading(plans)}.`)}\n`, ...parts, ...demanded].join('\n');
}

export function plansMarkdown(plans: PlansReport): string {
  const one = only(plans);
  if (one) return planMarkdown(one);
  const verdicts = assertionsMarkdown(plans.assertions);
  return [
    `## Preflight: ${escape(heading(plans))}\n`,
    ...(verdicts === '' ? [] : [verdicts]),
    ...plans.parts.map(({ folder, report }) => `## ${code(folder)}\n\n${planMarkdown(report)}`),
  ].join('\n');
}

export function plansHtml(plans: PlansReport): string {
  const one = only(plans);
  if (one) return planHtml(one);
  const pages = plans.parts.map(({ folder, report }) => ({ folder, page: planHtml(report) })),
    inside = (page: string): string => /<main>\n?([\s\S]*)<\/main>/.exec(page)![1]!;
  const top = html`<h1>${heading(plans)}</h1>\n${assertionsHtml(plans.assertions)}\n`;
  const body = pages.map(({ folder, page }) => `${html`<h1><code>${folder}</code></h1>\n`.markup}${inside(page)}`);
  return pages[0]!.page
    .replace(/(<title>)[^<]*/, (_, tag: string) => tag + html`Preflight: ${heading(plans)}`.markup)
    .replace(
      /(<main>\n?)[\s\S]*(<\/main>)/,
      (_, start: string, end: string) => `${start}${top.markup}${body.join('')}${end}`,
    );
}

/** One object for all: files are named from the working directory, so nothing is lost. */
export function plansOutput({ parts, assertions }: PlansReport): PlanOutput {
  const all = parts.map(({ report }) => planOutput(report));
  return {
    ...all[0]!,
    unreadable: all.flatMap(one => one.unreadable),
    changes: all.flatMap(one => one.changes),
    names: all.flatMap(one => one.names),
    unchanged: all.reduce((sum, one) => sum + one.unchanged, 0),
    edits: all.flatMap(one => one.edits),
    // what is demanded is demanded of all of them, and said once
    assertions: assertionsOutput(assertions),
    assumptions: [...new Set(all.flatMap(one => one.assumptions))].sort(),
    contents: all.flatMap(one => one.contents),
  };
}
