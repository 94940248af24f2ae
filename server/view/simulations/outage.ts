import { listed } from '../../core/wording.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { printable } from '../printable.ts';
import type { Shown } from './simulation.ts';

type Agent = SubjectAnswers['outage']['result']['agents'][number];
const states = { up: 'not out', down: 'out', unknowable: 'unknown provider' } as const;

export function outageText(
  { title, result }: SubjectAnswers['outage'],
  { paint: { bold, green, red, dim } }: Shown,
): string {
  const lines = [bold(printable(title))],
    areMany = new Set(result.agents.map(({ file }) => file)).size > 1;
  for (const agent of result.agents) {
    const { file, agent_id: id, agent_version: version, outcome, voice_id: voice, voices, because } = agent;
    const own = id ? `${printable(id)}${version === null ? '' : ` version ${version}`}: ` : '',
      name = areMany ? `${own || `${printable(file)}: `}` : own;
    const answers = {
      speaks: () => green(`${printable(voice!)} speaks`),
      none: () => red('no voice is left'),
      unknowable: () => unknowable(agent),
    };
    lines.push('', `${name}${answers[outcome]()}; ${printable(because)}`);
    const widest = Math.max(...voices.map(one => printable(one.voice_id).length)),
      speaking = voices.findIndex(({ state }) => state !== 'down');
    lines.push(
      ...voices.map(({ voice_id: own, provider, state }, i) => {
        const place = i === 0 ? 'main voice' : `fallback ${i}`;
        const columns = [place, printable(own).padEnd(widest), (provider ?? '?').padEnd(10)];
        return `  ${columns.join('  ')}  ${states[state]}${outcome === 'speaks' && i === speaking ? dim('  ← speaks') : ''}`;
      }),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** One voice is in question, or several; if the last one is unknown, it is open whether any is left. */
function unknowable({ candidates, voices }: Agent): string {
  const names = listed(candidates.map(printable)),
    last = voices.findLast(({ state }) => state !== 'down');
  const none = candidates.length === 1 ? ' or none' : ', or none';
  return `unknowable: ${names}${candidates.length === 1 || last?.state === 'unknowable' ? none : ''} speaks`;
}
