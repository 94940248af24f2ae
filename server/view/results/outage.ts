import type { PanelGuide } from './asked.ts';
import { listed } from '../../core/wording.ts';
import { badge, list, section, table, words, type Badge, type Block } from '../blocks.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';

type Outage = SubjectAnswers['outage']['result'];
type Agent = Outage['agents'][number];
const states = {
  up: badge('good', '✓', 'not out'),
  down: badge('bad', '✕', 'out'),
  unknowable: badge('open', '?', 'unknown provider'),
} as const satisfies Record<Agent['voices'][number]['state'], Badge>;

/** The section with the voice that speaks in each outage. */
export function outageBlocks(results: readonly SubjectAnswers['outage'][], { nameOf }: PanelGuide): readonly Block[] {
  const areMany = new Set(results.flatMap(({ result }) => result.agents.map(({ file }) => file))).size > 1;
  const rows = results.flatMap(({ result }) =>
    result.agents.map(agent => ({ agent, out: listed(result.outage, 'and') })),
  );
  const silentCount = rows.filter(({ agent }) => agent.outcome === 'none').length;
  return [
    section(
      'outages',
      'When a voice provider is out',
      [
        rows.length === 0 && words('There are no agents in this file.'),
        list(
          'Outages',
          rows.map(({ agent, out }) => ({
            badge: spokenBy(agent),
            head:
              results.length > 1 ? `${out} is out` : versionOf(agent, nameOf) || (areMany ? agent.file : `${out} out`),
            words: `${speaker(agent)}; ${agent.because}`,
            details: { title: 'voices', blocks: [chain(agent)] },
          })),
        ),
      ],
      { count: silentCount > 0 ? `${silentCount} of ${rows.length} without a voice` : 'a voice in every case' },
    ),
  ];
}

const versionOf = ({ agent_id: id, agent_version: version }: Agent, nameOf: PanelGuide['nameOf']): string =>
  id ? `${nameOf(id)}${version === null ? '' : ` v${version}`}` : '';

function spokenBy({ outcome }: Agent): Badge {
  if (outcome === 'speaks') return badge('good', '✓', 'a voice');
  return outcome === 'none' ? badge('bad', '✕', 'no voice') : badge('open', '?', 'unknown');
}

/** The voice that speaks, or the voices that may speak. If the last provider is unknown, maybe no voice speaks. */
function speaker({ outcome, voice_id: voice, candidates, voices }: Agent): string {
  if (outcome === 'speaks') return `${voice} speaks`;
  if (outcome === 'none') return 'no voice is left';
  const last = voices.findLast(({ state }) => state !== 'down'),
    isOne = candidates.length === 1;
  const ending = isOne ? ' or none' : ', or none';
  return `unknowable: ${listed(candidates)}${isOne || last?.state === 'unknowable' ? ending : ''} speaks`;
}

function chain({ outcome, voices }: Agent): Block {
  const voiceIndex = outcome === 'speaks' ? voices.findIndex(({ state }) => state !== 'down') : -1;
  return table(
    'Voices',
    ['', '', '', ''],
    voices.map(({ voice_id: id, provider, state }, i) => ({
      cells: [
        i === 0 ? 'main voice' : `fallback ${i}`,
        id,
        provider ?? '?',
        [{ badge: states[state] }, i === voiceIndex ? ' ← speaks' : ''],
      ],
    })),
  );
}
