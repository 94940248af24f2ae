import { count } from '../../core/numbers.ts';
import { effectInText, effectForCaller, judgeUnset } from '../../core/domain/inbound-variables.ts';
import { unclearUse } from '../../core/domain/variables.ts';
import { callVariables, type SourcedVariable, type SourcedVariables } from '../../core/domain/variable-sources.ts';
import type { Agent } from '../../core/workspace/agents.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import {
  badge,
  code,
  link,
  liveBadge,
  quietText,
  section,
  table,
  words,
  type Block,
  type Text,
} from '../../view/blocks.ts';
import { placeOfValue, type FilePlace } from '../../core/locate.ts';
import { sourceOf, valueOf, valueOr } from './variables.ts';

interface Column {
  readonly label: string;
  readonly isLive: boolean;
  readonly isShown: boolean;
  readonly place: FilePlace | null;
  readonly resolution: Resolution;
  readonly sourcedVariables: SourcedVariables;
  /** The text in the cell of an unset variable. */
  readonly hole: Text;
}

/**
 * The table of all variables and all tags of an agent, live tags first. A hole is an unset variable: the texts of the
 * version use it, and nothing sets it.
 * @param resolution the previewed version; without a tag, it gets a separate column
 * @returns undefined if there is nothing to show
 */
export function variableMatrix(
  agent: Agent,
  workspace: Workspace,
  resolution?: Resolution,
): { readonly block: Block; readonly holes: number } | undefined {
  const columns = columnsOf(agent, workspace, resolution),
    names = [
      ...new Set(columns.flatMap(({ sourcedVariables }) => sourcedVariables.variables.map(({ name }) => name))),
    ].sort();
  if (names.length === 0) return undefined;
  const cells = columns.map(column => {
    const byName = new Map(column.sourcedVariables.variables.map(variable => [variable.name, variable]));
    return names.map(name => cellOf(byName.get(name), column));
  });
  const holesIn = (texts: readonly Text[]): number => texts.filter(cell => holes.has(cell)).length,
    allTexts = cells.flat(),
    holeCount = holesIn(allTexts);
  const block = section(
    'matrix',
    'Every tag',
    [
      [...holes].map(
        ([hole, text]) =>
          allTexts.includes(hole) && words([hole, ` The prompt uses the variable and nothing here sets it; ${text}.`]),
      ),
      table(
        'Variables under every tag',
        [
          { title: 'Variable' },
          ...columns.map((column, i) => ({ title: titleOf(column, holesIn(cells[i]!)), isCurrent: column.isShown })),
        ],
        names.map((name, i) => ({ cells: [code(name), ...cells.map(ownTexts => ownTexts[i]!)] })),
      ),
    ],
    { count: holeCount === 0 ? 'no holes' : count(holeCount, 'hole') },
  );
  return { block, holes: holeCount };
}

function columnsOf(agent: Agent, workspace: Workspace, previewedResolution: Resolution | undefined): Column[] {
  const { liveTags } = workspace.facts;
  const rank = (tag: string): number => (liveTags.includes(tag) ? liveTags.indexOf(tag) : liveTags.length);
  const isAsked = (tag: string, version: number | null): boolean =>
    previewedResolution !== undefined &&
    (previewedResolution.reference === tag ||
      (typeof previewedResolution.reference !== 'string' &&
        version !== null &&
        previewedResolution.version === version));
  const columns = [...agent.tags.values()]
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1))
    .map(({ name, source, version }): Column => {
      const resolution = workspace.resolve(agent.id, name);
      return {
        label: name,
        isLive: liveTags.includes(name),
        isShown: isAsked(name, version ?? null),
        place: placeOfValue(source),
        resolution,
        sourcedVariables: callVariables(resolution, workspace),
        hole: holeOf(resolution, workspace),
      };
    });
  if (!previewedResolution || previewedResolution.version === null || columns.some(({ isShown }) => isShown))
    return columns;
  const ownResolution = workspace.resolve(agent.id, previewedResolution.version),
    record = agent.versions.get(previewedResolution.version)?.sources[0];
  return [
    ...columns,
    {
      label: `version ${previewedResolution.version}`,
      isLive: false,
      isShown: true,
      place: record ? placeOfValue(record) : null,
      resolution: ownResolution,
      sourcedVariables: callVariables(ownResolution, workspace),
      hole: holeOf(ownResolution, workspace),
    },
  ];
}

function titleOf({ label, place, isLive, isShown, resolution, sourcedVariables }: Column, holes: number): Text {
  const { version, outcome, because } = resolution,
    reason = because ?? sourcedVariables.open,
    versionText = outcome === 'missing' ? 'no version' : 'unknown version';
  const facts = [
    version === null ? versionText : `v${version}`,
    holes > 0 ? count(holes, 'hole') : '',
    isShown ? 'shown' : '',
  ];
  return [
    link(label, place),
    isLive ? [' ', { badge: liveBadge('callers are served by this tag') }] : '',
    ' ',
    quietText(facts.filter(part => part !== '').join(' · ')),
    reason === null ? '' : [' ', { hover: reason, text: quietText('not complete') }],
  ];
}

const certainHole: Text = { badge: badge('bad', '✕', 'hole') },
  unknownHole: Text = { badge: badge('open', '?', 'hole') },
  /** The consequence of each kind of hole, by the text of its cell. */
  holes: ReadonlyMap<Text, string> = new Map([
    [certainHole, effectForCaller('callers of a number', effectInText())],
    [unknownHole, `unless the call sets it, ${effectInText()}`],
  ]),
  holeOf = (resolution: Resolution, workspace: Workspace): Text =>
    judgeUnset(resolution, workspace).isCertain ? certainHole : unknownHole,
  unusedCell = quietText({ hover: 'neither used nor set', text: '–' }),
  unknownText = quietText('? unknown');

const unusedInWords = ({ named: place }: SourcedVariable): string =>
  place ? `only in ${place.file}:${place.line}, ${unclearUse}` : 'not used';

function cellOf(variable: SourcedVariable | undefined, { resolution, sourcedVariables, hole }: Column): Text {
  if (!variable) return resolution.outcome === 'resolved' && sourcedVariables.open === null ? unusedCell : unknownText;
  const source = sourceOf(variable, resolution),
    isUsed = variable.uses.length > 0,
    value = valueOf(variable);
  if (source === 'unknowable') return unknownText;
  if (source === 'unset') return isUsed ? hole : unusedCell;
  if (value === null) return quietText(source === 'conversation' ? '… in the call' : '⚙ platform');
  const text = valueOr('set', value);
  return {
    hover: [value, `by the ${source}`, isUsed ? '' : unusedInWords(variable)].filter(part => part !== '').join(', '),
    text: isUsed ? text : quietText(text),
  };
}
