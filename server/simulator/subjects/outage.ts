import type { Cursor } from '../../core/cursor.ts';
import { didYouMean, listed } from '../../core/wording.ts';
import { agentOf } from '../../core/workspace/records.ts';
import { knownProviders, outageOf, type Outage } from '../outage.ts';
import { SimulationRefused, text, type Answer, type Simulation } from '../simulation.ts';

/** Shows which voice speaks while providers are down: `preflight simulate X.agent.json --outage PROVIDER`. */
export const outage: Simulation<Answer<'outage'>> = {
  kinds: ['agent'],
  askedBy: 'outage',
  about: 'which voice speaks while providers are down, in the order of the fallback voices, or that none is left',
  examples: `  preflight simulate agents/front-desk/v3.agent.json --outage cartesia,elevenlabs
`,
  options: {
    outage: {
      value: 'PROVIDER',
      about: 'one or more, comma-separated; a voice with an unknown provider is reported as unknowable',
    },
  },
  each({ roots, workspace }) {
    const voices = roots.flatMap(root => outageOf(agentOf(root), new Set(), workspace)?.voices ?? []);
    return [...new Set(voices.flatMap(({ provider }) => provider ?? []))].map(provider => ({ outage: provider }));
  },
  run({ roots, workspace, asked, file }) {
    const out = providersIn(text(asked, 'outage')!, knownProviders(workspace));
    const agents = roots.map(agentOf).map(agent => ({ agent, outage: outageOf(agent, new Set(out), workspace) }));
    const mute = agents.find(one => !one.outage);
    if (mute || agents.length === 0)
      throw new SimulationRefused(
        `${file}${mute?.agent.pointer ? ` at ${mute.agent.pointer}` : ''} has no voice_id, so no outage can silence it`,
      );
    const found = agents as { agent: Cursor; outage: Outage }[];
    return {
      subject: 'outage',
      title: `${file} while ${listed(out, 'and', 20)} ${out.length === 1 ? 'is' : 'are'} out`,
      notes: [],
      fails: found.some(one => one.outage.outcome === 'none'),
      result: {
        version: 1,
        kind: 'agent',
        outage: out,
        agents: found.map(({ agent, outage: { outcome, speaks, because, candidates, voices } }) => ({
          pointer: agent.pointer,
          agent_id: agent.get('agent_id').string() ?? null,
          agent_version: agent.get('version').integer() ?? null,
          outcome,
          voice_id: speaks?.id ?? null,
          provider: speaks?.provider ?? null,
          because,
          candidates: candidates.map(({ id }) => id),
          voices: voices.map(({ at, id, provider, state }) => ({
            pointer: at.pointer,
            voice_id: id,
            provider: provider ?? null,
            state,
          })),
        })),
      },
    };
  },
};

/** @throws Refused */
function providersIn(written: string, known: readonly string[]): string[] {
  const names = written.split(',').map(name => name.trim());
  const providers = `; known providers: ${listed(known, 'and', 20)}`;
  for (const name of names) {
    if (name === '')
      throw new SimulationRefused(`--outage ${JSON.stringify(written)} has an empty name in it${providers}`);
    if (!known.includes(name))
      throw new SimulationRefused(
        `--outage: no voice provider ${JSON.stringify(name)}${didYouMean(name, known) || providers}`,
      );
  }
  return [...new Set(names)];
}
