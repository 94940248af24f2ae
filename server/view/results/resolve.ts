import { compareTexts, firstLines } from '../../core/wording.ts';
import { referenceKinds, type ReferenceKind } from '../../core/index/agent-references.ts';
import {
  assumed,
  blocksOf,
  code,
  list,
  quietText,
  section,
  steps,
  values,
  words,
  type Block,
  type Item,
  badge,
  link,
  type Badge,
  type Text,
} from '../blocks.ts';
import { groupReferences, type AnswerGroup, type FollowedReference } from '../resolve-report.ts';
import type { ResolveResolution } from '../../core/generated/outputs.js';
import type { Guide } from './asked.ts';

type SelectedVersion = Pick<
  ResolveResolution,
  'agent_id' | 'outcome' | 'agent_version' | 'is_published' | 'candidates'
>;

const states = {
  missing: badge('bad', '✕', 'missing'),
  unknowable: badge('open', '?', 'unknown', { spokenWords: 'unknowable' }),
  published: badge('good', '✓', 'published', { spokenWords: '(published)' }),
  draft: badge('draft', '✎', 'draft', { spokenWords: '(draft)' }),
  open: badge('open', '?', 'not known whether published', { spokenWords: '' }),
} as const satisfies Record<string, Badge>;

/** The badge of a resolution: missing, unknowable, published, draft, or of unknown state. */
export function stateBadge(outcome: SelectedVersion['outcome'], isPublished: boolean | null = null): Badge {
  if (outcome !== 'resolved') return states[outcome];
  if (isPublished === null) return states.open;
  return isPublished ? states.published : states.draft;
}

/**
 * The selected version as text: `version 2 (published)`, linked to its record; `missing`; `unknowable, one of 1, 2`.
 */
export function selectedText(resolution: SelectedVersion, guide?: Pick<Guide, 'agent'>): Text {
  const { agent_id: id, outcome, agent_version: version, is_published: isPublished, candidates } = resolution,
    state: Text = { badge: stateBadge(outcome, isPublished) };
  if (outcome === 'resolved') return [link(`version ${version}`, guide?.agent(id, version!)), ' ', state];
  return [
    state,
    candidates && candidates.length > 0 ? `, one of ${firstLines(candidates.map(String), 8).join(', ')}` : '',
  ];
}

/** A reference such as `Front desk@prod`. */
export const referenceOf = (agent: string, reference: string | number | null): string =>
  reference === null ? agent : `${agent}@${reference}`;

const kindHeadings = {
  tag: 'Live tags',
  'phone-number': 'Phone numbers',
  swap: 'Swaps',
  transfer: 'Warm transfers',
  weight: 'Weight lists',
  task: 'Batch calls',
  filter: 'Alert filters',
  other: 'Other fields',
} as const satisfies Record<ReferenceKind, string>;

/**
 * The versions that references select.
 * @param isAll whether these are all references of a workspace, by kind
 */
export function resolveBlocks(answers: readonly FollowedReference[], isAll: boolean): readonly Block[] {
  const entries = (references: readonly FollowedReference[]): Block =>
    list('References', groupReferences(references).map(itemOf));
  return blocksOf(
    isAll
      ? referenceKinds.flatMap(kind => {
          const references = answers.filter(({ place }) => place?.kind === kind);
          // tags are sorted by name, because agents are in the order of their ids, which are not shown
          if (kind === 'tag') references.sort((a, b) => compareTexts(nameIn(a), nameIn(b)));
          return references.length === 0 ? [] : [section(kind, kindHeadings[kind], [entries(references)])];
        })
      : entries(answers),
    isAll && answers.length === 0 && words('There are no references to agents in this workspace.'),
    assumed(answers.flatMap(({ assumptions }) => assumptions)),
  );
}

/** The name of the agent in a reference such as `Front desk@prod`. */
const nameIn = ({ referenceText }: FollowedReference): string => referenceText.replace(/@[^@]*$/, '');

function itemOf({ first, count: n }: AnswerGroup): Item {
  const { result, place, reason, referenceText, variablesInShort: variables } = first;
  const placeText = `${result.file ?? ''} ${result.pointer ?? ''}`.trimEnd();
  return {
    head: [code(referenceText), ' → ', selectedText(result), variables === '' ? '' : `, ${variables}`],
    liveReason:
      place?.live && (place.kind === 'swap' || place.kind === 'transfer')
        ? `callers arrive through a ${place.kind}`
        : null,
    lines: [
      ...(reason === '' ? [] : [reason]),
      ...(place
        ? [
            quietText([
              n > 1 ? `${n} calls, the first: ` : '',
              place.kind === 'tag' ? '' : `${place.name} in `,
              code(placeText),
            ]),
          ]
        : []),
    ],
    blocks: first.isExplained ? traceOf(first) : [],
  };
}

/** The steps of a resolution, and every variable of the call. */
function traceOf({ result, assumptions, variables }: FollowedReference): readonly Block[] {
  const { rows = [], open = null } = result.outcome === 'missing' ? {} : (variables ?? {});
  return blocksOf(
    steps(result.steps),
    assumptions.length > 0 && words(`assumes ${assumptions.join(', ')}`),
    values(
      rows.map(({ name, words, isUnset, use }) => ({
        name: code(name),
        words: isUnset ? { badge: { tone: 'bad', sign: '✕', words } } : words,
        note: use,
      })),
    ),
    variables &&
      result.outcome !== 'missing' &&
      rows.length === 0 &&
      open === null &&
      words('no variables are set or used'),
    open !== null && words(open),
  );
}
