import { knownProviders, outageOf, type Outage, type TriedVoice } from '../../simulator/outage.ts';
import type { Cursor } from '../../core/cursor.ts';
import { agentOf } from '../../core/workspace/records.ts';
import { didYouMean, listed } from '../../core/words.ts';
import { UsageError } from '../terminal/io.ts';
import { printable } from '../../printers/printable.ts';
import { paint } from '../../printers/paint.ts';
import { atPointer, recordsOf, text, type Simulated, type Simulation } from './simulation.ts';

/** Tells which voice speaks while providers are out: `preflight simulate X.agent.json --outage PROVIDER`. */
export const agentOutage: Simulation = {
  kinds: ['agent'],
  askedBy: 'outage',
  about: 'which voice speaks while providers are out, by the order of the fallback voices, or that none is left',
  examples: `  preflight simulate agents/front-desk/v3.agent.json --outage cartesia,elevenlabs
`,
  options: {
    outage: {
      value: 'PROVIDER',
      about: 'one, or several with commas between them; a voice whose provider nobody knows is named as unknowable',
    },
  },
  run(simulated) {
    const { io, values, format, document, file, workspace } = simulated;
    const out = providersIn(text(values, 'outage')!, knownProviders(workspace));
    const agents = recordsOf(simulated)
      .map(agentOf)
      .map(agent => ({ agent, outage: outageOf(agent, new Set(out), workspace) }));
    const mute = agents.find(({ outage }) => !outage);
    if (agents.length === 0 || mute)
      throw new UsageError(
        `${file}${mute ? atPointer(mute.agent) : ''} names no voice, so there is none that an outage could silence`,
      );
    const found = agents as { agent: Cursor; outage: Outage }[];
    const voice = ({ at, id, provider, state }: TriedVoice): object => ({
      pointer: at.pointer,
      voice_id: id,
      provider: provider ?? null,
      state,
    });
    if (format === 'json') {
      io.stdout.write(
        `${JSON.stringify(
          {
            version: 1,
            kind: document.kind,
            outage: out,
            agents: found.map(({ agent, outage }) => ({
              pointer: agent.pointer,
              agent_id: agent.get('agent_id').string() ?? null,
              agent_version: agent.get('version').integer() ?? null,
              outcome: outage.outcome,
              voice_id: outage.speaks?.id ?? null,
              provider: outage.speaks?.provider ?? null,
              because: outage.because,
              candidates: outage.candidates.map(({ id }) => id),
              voices: outage.voices.map(voice),
            })),
          },
          undefined,
          2,
        )}\n`,
      );
    } else io.stdout.write(table(simulated, out, found));
    return found.some(({ outage }) => outage.outcome === 'none') ? 1 : 0;
  },
};

/** @throws UsageError */
function providersIn(written: string, known: readonly string[]): string[] {
  const names = written.split(',').map(name => name.trim());
  const providers = `; the providers are ${listed(known, 'and', 20)}`;
  for (const name of names) {
    if (name === '')
      throw new UsageError(`--outage ${JSON.stringify(written)} names a provider without a name${providers}`);
    if (!known.includes(name))
      throw new UsageError(
        `--outage: no voice is known to be by ${JSON.stringify(name)}${didYouMean(name, known) || providers}`,
      );
  }
  return [...new Set(names)];
}

const states = { up: 'not out', down: 'out', unknowable: 'unknown provider' } as const satisfies Record<
  TriedVoice['state'],
  string
>;

function unknowable({ candidates }: Outage): string {
  const names = listed(candidates.map(voice => printable(voice.id)));
  if (candidates.length === 1) return `unknowable: ${names} or none speaks`;
  return `unknowable: ${names}${candidates.at(-1)!.state === 'unknowable' ? ', or none' : ''} speaks`;
}

function table(
  { file, colours }: Simulated,
  out: readonly string[],
  agents: readonly { readonly agent: Cursor; readonly outage: Outage }[],
): string {
  const { bold, green, red, dim } = paint(colours);
  const lines = [`${bold(printable(file))} while ${listed(out, 'and', 20)} ${out.length === 1 ? 'is' : 'are'} out`];
  for (const { agent, outage } of agents) {
    const { outcome, speaks, voices, because } = outage;
    const id = agent.get('agent_id').string();
    const version = agent.get('version').integer();
    const title = id ? `${printable(id)}${version === undefined ? '' : ` version ${version}`}: ` : '';
    const answers = {
      speaks: () => green(`${printable(speaks!.id)} speaks`),
      none: () => red('no voice is left'),
      unknowable: () => unknowable(outage),
    };
    lines.push('', `${title}${answers[outcome]()}; ${printable(because)}`);
    const widest = Math.max(...voices.map(voice => printable(voice.id).length));
    lines.push(
      ...voices.map((voice, i) => {
        const place = i === 0 ? 'main voice' : `fallback ${i}`;
        const columns = [place, printable(voice.id).padEnd(widest), (voice.provider ?? '?').padEnd(10)];
        return `  ${columns.join('  ')}  ${states[voice.state]}${voice === speaks ? dim('  ← speaks') : ''}`;
      }),
    );
  }
  return `${lines.join('\n')}\n`;
}
