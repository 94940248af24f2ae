import type { Cost } from '../../core/generated/outputs.js';
import { partNouns } from '../../core/reach/requests.ts';
import { count, groupDigits } from '../../core/numbers.ts';
import { clipped } from '../../core/wording.ts';
import { recordName, type NamingSource } from '../../core/workspace/names.ts';
import {
  andMore,
  assumed,
  blocksOf,
  code,
  quietText,
  section,
  table,
  title,
  words,
  type Block,
  type Row,
  type Text,
} from '../blocks.ts';
import { sentence } from './asked.ts';

type Engine = Cost['engines'][number];
/** The maximum numbers of shown nodes and parts of an engine. */
const MAX_NODES = 10,
  MAX_PARTS = 5;
/** The number of engines above which only the largest request of each engine is shown, unless the engines are named. */
const MAX_ENGINES = 5;
const nouns = { llm: 'LLM engine', 'conversation-flow': 'conversation flow' } as const;

/**
 * The contents of requests to the model, engine by engine.
 * @param workspaces the workspaces with the engines
 * @param survey the number of engines that are left out because only superseded versions run them; false if engines
 * were named
 */
export const costBlocks = (
  result: Cost,
  workspaces: readonly NamingSource[],
  survey: false | { readonly past: number },
): readonly Block[] =>
  blocksOf(
    title(`Tokens of a request before a word is spoken, counted with ${result.tokenizer}`),
    words(
      result.engines.length === 0
        ? 'There are no engines in this workspace.'
        : `${overInWords(result)} Above that number, the billed time is multiplied by tokens ÷ ${groupDigits(result.threshold)}.`,
    ),
    survey && result.engines.length > MAX_ENGINES
      ? [
          surveyTable(result, workspaces),
          words('"preflight cost AGENT" or "preflight cost FILE" shows the parts of one engine.', 'quiet'),
        ]
      : result.engines.map(engine => engineBlock(engine, result, workspaces)),
    survey &&
      survey.past > 0 &&
      words(`${count(survey.past, 'engine')} that only superseded versions run: --format json lists them.`, 'quiet'),
    result.engines.length > 0 && assumed(result.assumptions),
  );

function overInWords({ engines, threshold }: Cost): string {
  const overCount = engines.filter(({ nodes }) => (nodes[0]?.tokens ?? 0) > threshold).length,
    engineCount = count(engines.length, 'engine');
  const severalText =
      overCount === 0
        ? `None of ${engineCount} is`
        : `${overCount} of ${engineCount} ${overCount === 1 ? 'is' : 'are'}`,
    subjectText = engines.length === 1 ? `The engine is${overCount === 0 ? ' not' : ''}` : severalText;
  return `${subjectText} over ${groupDigits(threshold)} tokens from the first word.`;
}

/** The name of an engine; without a name, its kind. */
function nameOfEngine({ kind, id, version }: Engine, workspaces: readonly NamingSource[]): string {
  const name = id === null ? '' : recordName(kind, id, ...workspaces),
    isKindNamed = id !== null && name !== clipped(id);
  return [isKindNamed ? '' : nouns[kind], name, version === null ? '' : `v${version}`].filter(Boolean).join(' ');
}

const requestColumns = (threshold: number): Parameters<typeof table>[1] => [
  { title: 'tokens', align: 'right' },
  { title: 'factor', align: 'right' },
  { title: `over ${groupDigits(threshold)}`, align: 'right' },
];
const requestRow = (first: readonly Text[], node: Engine['nodes'][number] | undefined, threshold: number): Row => ({
  cells: [
    ...first,
    node ? groupDigits(node.tokens) : '',
    !node || node.factor === null ? '' : `×${node.factor.toFixed(2)}`,
    node ? timeToThreshold(node) : '',
  ],
  isBad: node !== undefined && node.tokens > threshold,
});

const surveyTable = ({ engines, threshold }: Cost, workspaces: readonly NamingSource[]): Block =>
  table(
    'Engines',
    ['engine', 'largest request in', ...requestColumns(threshold)],
    engines.map(engine => {
      const [node] = engine.nodes,
        engineName = nameOfEngine(engine, workspaces);
      // engines without an id may have equal names
      return requestRow(
        [engine.id === null ? `${engineName} ${engine.file}` : engineName, node ? nodeName(node) : ''],
        node,
        threshold,
      );
    }),
  );

function engineBlock(engine: Engine, { threshold }: Cost, workspaces: readonly NamingSource[]): Block {
  const { kind, file, pointer, nodes, parts, open } = engine,
    largest = parts.slice(0, MAX_PARTS);
  return section(`${file} ${pointer}`, nameOfEngine(engine, workspaces), [
    words(quietText(code(`${file} ${pointer}`.trimEnd()))),
    table(
      'Requests',
      ['in', ...requestColumns(threshold)],
      nodes.slice(0, MAX_NODES).map(node => requestRow([nodeName(node)], node, threshold)),
    ),
    andMore(nodes.length - MAX_NODES, kind === 'llm' ? 'state' : 'node'),
    largest.length > 0 &&
      table(
        'Largest parts',
        ['largest parts', { title: 'tokens', align: 'right' }, ''],
        largest.map((part): Row => ({
          cells: [
            [partNouns[part.kind], part.name === '' ? '' : ` ${part.name}`],
            groupDigits(part.tokens),
            quietText(part.always ? 'in every request' : ''),
          ],
        })),
      ),
    open.map(line => words(sentence(line), 'note')),
  ]);
}

const nodeName = ({ id, name }: Engine['nodes'][number]): string => {
  if (id === null) return 'every request';
  return name === null || name === id || name === '' ? id : `${name} (${id})`;
};

/** The time after which a request exceeds the threshold: `after 4–9 min`. */
function timeToThreshold({ minutes }: Engine['nodes'][number]): string {
  if (minutes === null) return '';
  const [firstMinute, lastMinute] = minutes.map(Math.round) as [number, number];
  if (lastMinute === 0) return 'from the start';
  return `after ${firstMinute === lastMinute ? lastMinute : `${firstMinute}–${lastMinute}`} min`;
}
