import type { Plan as PlanOutput } from '../../core/generated/outputs.js';
import { count } from '../../core/wording.ts';
import { assumed, blocksOf, code, section, title, words, type Block } from '../blocks.ts';
import { COMMENT, viewMarkdown } from '../markdown.ts';
import { page } from '../page.ts';
import { noPlace } from './asked.ts';
import { callersBlock, callersGroups } from './callers.ts';
import type { findingsMarkdown } from '../formats/markdown.ts';
import { assertionsBlock, changesBlocks, circumstances, planBlocks } from './plan.ts';
import { headline, heardVerdict, referencesVerdict, unreadInShort } from '../plan-headline.ts';
import { planOutput, timelinesOf, type JudgedAssertion, type MadePlan } from '../plan-report.ts';
import { viewText, type TextOptions } from '../text.ts';
import { timelineSvg } from '../timeline-svg.ts';

/** Plans of several workspaces, each under its folder, and the assertions about all of them. */
export interface Plans {
  readonly parts: readonly { readonly folder: string; readonly plan: MadePlan }[];
  readonly assertions: readonly JudgedAssertion[];
}

/** The JSON of several plans: one object. */
export const plansOutput = ({ parts, assertions }: Plans): PlanOutput =>
  planOutput(
    parts.map(({ plan }) => plan),
    assertions,
  );

const comment = { level: 3, titlePrefix: 'Preflight: ', limit: COMMENT, rest: 'preflight plan' } as const;
/** The number of agents above which pictures are left out. */
const MAX_PICTURES = 40;

/**
 * The blocks of all plans.
 * @param canDraw whether the output can show pictures
 */
function blocksOfAll({ parts, assertions }: Plans, canDraw = false): readonly Block[] {
  const blocksOfPlan = (plan: MadePlan, assertions: readonly JudgedAssertion[]): readonly Block[] =>
    planBlocks(plan, assertions, { canDraw, pictures: canDraw ? pictures(plan) : [] });
  const [first, ...otherParts] = parts;
  if (first && otherParts.length === 0) return blocksOfPlan(first.plan, assertions);
  const plans = parts.map(({ plan }) => plan);
  return blocksOf(
    title(`${count(plans.length, 'workspace')}: ${headline(plans)}`),
    assertionsBlock(assertions),
    parts.map(({ folder, plan }) => section(folder, code(folder), blocksOfPlan(plan, []))),
  );
}

function pictures(plan: MadePlan): readonly Block[] {
  const timelines = timelinesOf(plan);
  if (timelines.length === 0) return [];
  const drawings = timelines
    .slice(0, MAX_PICTURES)
    .map(timeline => ({ title: timeline.label, svg: timelineSvg(timeline) }));
  const omittedCount = timelines.length - drawings.length;
  return [
    section('pictures', 'Versions and tags', [
      { is: 'pictures', pictures: drawings },
      omittedCount > 0 && { is: 'words', text: `${omittedCount} more agents are not drawn.`, voice: 'quiet' },
    ]),
  ];
}

export const plansText = (plans: Plans, options: TextOptions): string => viewText(blocksOfAll(plans), options);
export const plansMarkdown = (plans: Plans): string => viewMarkdown(blocksOfAll(plans), comment);
/**
 * The markdown summary of a run: its verdict as the only heading, then the versions that callers get, the findings and
 * every reference.
 * @param findings the table of findings and its totals
 */
export function runMarkdown({ parts, assertions }: Plans, findings: ReturnType<typeof findingsMarkdown>): string {
  const plans = parts.map(({ plan }) => plan),
    failingCount = assertions.filter(({ verdict }) => !verdict.holds).length,
    failureText =
      failingCount === 0 ? '' : `${count(failingCount, 'assertion')} ${failingCount === 1 ? 'fails' : 'fail'}`;
  const heardText = heardVerdict(plans),
    verdict = [heardText, findings.verdict, unreadInShort(plans), failureText].filter(part => part !== '').join('; ');
  const textAbove = viewMarkdown(
    blocksOf(
      title(verdict),
      callersBlock(
        plans.flatMap(({ callers }) => callersGroups(callers)),
        noPlace,
      ),
      assertionsBlock(assertions),
    ),
    comment,
  );
  const blocksBelow = parts.flatMap(({ folder, plan }): readonly Block[] => {
    const blocks = blocksOf(
      words(referencesVerdict([plan], heardText), 'strong'),
      circumstances(plan),
      // facts in the table of findings are not repeated
      changesBlocks(plan, { statedKeys: findings.statedMessages }),
      assumed(plan.assumptions),
    );
    return parts.length === 1 ? blocks : [section(folder, code(folder), blocks)];
  });
  const remainingRoom = COMMENT - textAbove.length - findings.table.length;
  return [
    textAbove,
    findings.table,
    viewMarkdown(blocksBelow, { ...comment, limit: Math.max(MIN_REFERENCES_LENGTH, remainingRoom) }),
  ]
    .filter(part => part !== '')
    .join('\n');
}
/** The minimum number of characters for references, regardless of the number of findings. */
const MIN_REFERENCES_LENGTH = 2000;

export const plansHtml = (plans: Plans): string => page('plan', blocksOfAll(plans, true));
