import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { count } from '../core/wording.ts';
import { code, escape } from './markdown.ts';
import type { Paint } from './paint.ts';
import { assertionsHtml, planHtml } from './plan-html.ts';
import { assertionsMarkdown, planMarkdown } from './plan-markdown.ts';
import {
  headline,
  planOutput,
  planReport,
  timelinesOf,
  type JudgedAssertion,
  type MadePlan,
  type PlanReport,
} from './plan-report.ts';
import { assertionsText, planText } from './plan-text.ts';
import { html } from './html.ts';
import { printable } from './printable.ts';

/** Plans of several workspaces, each under its folder, and the assertions about all of them. */
export interface Plans {
  readonly parts: readonly { readonly folder: string; readonly made: MadePlan }[];
  readonly assertions: readonly JudgedAssertion[];
}
/** The same in words; a single report if there is only one workspace. */
type Reports =
  | PlanReport
  | {
      /** `2 workspaces: 3 live references change; 12 stay as they are` */
      readonly heading: string;
      readonly assertions: PlanOutput['assertions'];
      readonly parts: readonly { readonly folder: string; readonly made: MadePlan; readonly report: PlanReport }[];
    };

/** One object for all. */
export const plansOutput = ({ parts, assertions }: Plans): PlanOutput =>
  planOutput(
    parts.map(({ made }) => made),
    assertions,
  );

function reportsOf(plans: Plans): Reports {
  const [first, ...others] = plans.parts;
  if (first && others.length === 0) return planReport(first.made, plans.assertions);
  const all = plans.parts.map(({ made }) => made);
  return {
    heading: `${count(all.length, 'workspace')}: ${headline(all)}`,
    assertions: plansOutput(plans).assertions,
    parts: plans.parts.map(({ folder, made }) => ({ folder, made, report: planReport(made) })),
  };
}

export function plansText(plans: Plans, options: { readonly paint: Paint; readonly columns: number }): string {
  const told = reportsOf(plans),
    { paint } = options;
  if ('result' in told) return planText(told, options);
  const parts = told.parts.map(
    ({ folder, report }) => `${paint.bold(printable(folder))}\n${planText(report, options)}`,
  );
  const lines = assertionsText(told.assertions, options);
  const demanded = lines.length === 0 ? [] : [`${lines.join('\n')}\n`];
  return [`${paint.bold(`${told.heading}.`)}\n`, ...parts, ...demanded].join('\n');
}

export function plansMarkdown(plans: Plans): string {
  const told = reportsOf(plans);
  if ('result' in told) return planMarkdown(told);
  const verdicts = assertionsMarkdown(told.assertions);
  return [
    `## Preflight: ${escape(told.heading)}\n`,
    ...(verdicts === '' ? [] : [verdicts]),
    ...told.parts.map(({ folder, report }) => `## ${code(folder)}\n\n${planMarkdown(report)}`),
  ].join('\n');
}

export function plansHtml(plans: Plans): string {
  const told = reportsOf(plans);
  if ('result' in told) return planHtml(told, timelinesOf(plans.parts[0]!.made));
  const pages = told.parts.map(({ folder, made, report }) => ({ folder, page: planHtml(report, timelinesOf(made)) })),
    inside = (page: string): string => /<main>\n?([\s\S]*)<\/main>/.exec(page)![1]!;
  const top = html`<h1>${told.heading}</h1>\n${assertionsHtml(told.assertions)}\n`;
  const body = pages.map(({ folder, page }) => `${html`<h1><code>${folder}</code></h1>\n`.markup}${inside(page)}`);
  return pages[0]!.page
    .replace(/(<title>)[^<]*/, (_, tag: string) => tag + html`Preflight: ${told.heading}`.markup)
    .replace(
      /(<main>\n?)[\s\S]*(<\/main>)/,
      (_, start: string, end: string) => `${start}${top.markup}${body.join('')}${end}`,
    );
}
