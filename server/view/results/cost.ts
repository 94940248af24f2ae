import type { Cost } from '../../core/generated/outputs.js';
import { partNouns } from '../../core/reach/requests.ts';
import { count, grouped } from '../../core/numbers.ts';
import { clipped } from '../../core/wording.ts';
import { recordName, type Named } from '../../core/workspace/names.ts';
import {
  andMore,
  assumed,
  blocksOf,
  code,
  quiet,
  section,
  table,
  title,
  words,
  type Block,
  type Row,
} from '../blocks.ts';
import { sentence } from './asked.ts';

type Engine = Cost['engines'][number];
/** So many nodes and parts of an engine are shown. */
const MOST_NODES = 10,
  MOST_PARTS = 5;
const nouns = { llm: 'LLM engine', 'conversation-flow': 'conversation flow' } as const;

/**
 * What requests to the model hold, engine by engine.
 * @param workspaces that have them
 */
export const costBlocks = (result: Cost, workspaces: readonly Named[]): readonly Block[] =>
  blocksOf(
    title(`Tokens of a request before a word is spoken (${result.tokenizer})`),
    words(
      result.engines.length === 0
        ? 'There are no engines in this workspace.'
        : `${overInWords(result)} Over that the billed time is scaled by tokens ÷ ${grouped(result.threshold)}.`,
    ),
    result.engines.map(engine => engineBlock(engine, result, workspaces)),
    result.engines.length > 0 && assumed(result.assumptions),
  );

function overInWords({ engines, threshold }: Cost): string {
  const over = engines.filter(({ nodes }) => (nodes[0]?.tokens ?? 0) > threshold).length,
    all = count(engines.length, 'engine');
  const which = over === 0 ? `None of ${all} is` : `${over} of ${all} ${over === 1 ? 'is' : 'are'}`;
  return `${which} over ${grouped(threshold)} from the first word.`;
}

function engineBlock(
  { kind, id, version, file, pointer, nodes, parts, open }: Engine,
  { threshold }: Cost,
  workspaces: readonly Named[],
): Block {
  const name = id === null ? '' : recordName(kind, id, ...workspaces),
    isSaid = id !== null && name !== clipped(id),
    called = [isSaid ? '' : nouns[kind], name, version === null ? '' : `v${version}`].filter(Boolean).join(' ');
  const largest = parts.slice(0, MOST_PARTS);
  return section(`${file} ${pointer}`, called, [
    words(quiet(code(`${file} ${pointer}`.trimEnd()))),
    table(
      'Requests',
      [
        'in',
        { title: 'tokens', align: 'right' },
        { title: 'factor', align: 'right' },
        { title: `over ${grouped(threshold)}`, align: 'right' },
      ],
      nodes.slice(0, MOST_NODES).map((node): Row => ({
        cells: [
          nodeName(node),
          grouped(node.tokens),
          node.factor === null ? '' : `×${node.factor.toFixed(2)}`,
          whenOver(node),
        ],
        isBad: node.tokens > threshold,
      })),
    ),
    andMore(nodes.length - MOST_NODES, kind === 'llm' ? 'state' : 'node'),
    largest.length > 0 &&
      table(
        'Largest parts',
        ['largest parts', { title: 'tokens', align: 'right' }, ''],
        largest.map((part): Row => ({
          cells: [
            [partNouns[part.kind], part.name === '' ? '' : ` ${part.name}`],
            grouped(part.tokens),
            quiet(part.always ? 'in every request' : ''),
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

/** `after 4–9 min` */
function whenOver({ minutes }: Engine['nodes'][number]): string {
  if (minutes === null) return '';
  const [early, late] = minutes.map(Math.round) as [number, number];
  if (late === 0) return 'at once';
  return `after ${early === late ? late : `${early}–${late}`} min`;
}
