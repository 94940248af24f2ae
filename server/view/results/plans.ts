import type { Plan as PlanOutput } from '../../core/generated/outputs.js';
import { count } from '../../core/wording.ts';
import { blocksOf, code, section, title, type Block } from '../blocks.ts';
import { COMMENT, viewMarkdown } from '../markdown.ts';
import { page } from '../page.ts';
import { assertionsBlock, planBlocks } from './plan.ts';
import { headline, planOutput, planReport, timelinesOf, type JudgedAssertion, type MadePlan } from '../plan-report.ts';
import { viewText, type TextOptions } from '../text.ts';
import { timelineSvg } from '../timeline-svg.ts';

/** Plans of several workspaces, each under its folder, and the assertions about all of them. */
export interface Plans {
  readonly parts: readonly { readonly folder: string; readonly made: MadePlan }[];
  readonly assertions: readonly JudgedAssertion[];
}

/** One object for all. */
export const plansOutput = ({ parts, assertions }: Plans): PlanOutput =>
  planOutput(
    parts.map(({ made }) => made),
    assertions,
  );

/** With more agents than this there is no picture. */
const MOST_PICTURES = 40;

/** @param draws whether there are pictures */
function blocksOfAll({ parts, assertions }: Plans, draws = false): readonly Block[] {
  const of = (made: MadePlan, judged: readonly JudgedAssertion[]): readonly Block[] =>
    planBlocks(planReport(made, judged), draws ? pictures(made) : []);
  const [first, ...others] = parts;
  if (first && others.length === 0) return of(first.made, assertions);
  const all = parts.map(({ made }) => made);
  return blocksOf(
    title(`${count(all.length, 'workspace')}: ${headline(all)}`),
    assertionsBlock(planOutput(all, assertions).assertions),
    parts.map(({ folder, made }) => section(folder, code(folder), of(made, []))),
  );
}

function pictures(made: MadePlan): readonly Block[] {
  const timelines = timelinesOf(made);
  if (timelines.length === 0) return [];
  const drawn = timelines.slice(0, MOST_PICTURES).map(one => ({ title: one.label, svg: timelineSvg(one) }));
  const left = timelines.length - drawn.length;
  return [
    section('pictures', 'Versions and tags', [
      { is: 'pictures', pictures: drawn },
      left > 0 && { is: 'words', text: `${left} more agents are not drawn.`, voice: 'quiet' },
    ]),
  ];
}

export const plansText = (plans: Plans, options: TextOptions): string => viewText(blocksOfAll(plans), options);
export const plansMarkdown = (plans: Plans): string =>
  viewMarkdown(blocksOfAll(plans), { level: 3, by: 'Preflight: ', most: COMMENT, rest: 'preflight plan' });
export const plansHtml = (plans: Plans): string => page('plan', blocksOfAll(plans, true));
