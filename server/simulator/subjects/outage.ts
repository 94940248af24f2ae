import type { Cursor } from '../../core/cursor.ts';
import { providerOfVoice, voiceProviders } from '../../core/domain/voices.ts';
import type { SimulateOutage } from '../../core/generated/outputs.js';
import { didYouMean, listed } from '../../core/wording.ts';
import { agentOf } from '../../core/workspace/records.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { SimulationRefused, text, type Answer, type Simulation } from '../simulation.ts';

/** Shows which voice speaks while providers are down: `preflight simulate X.agent.json --outage PROVIDER`. */
export const outage: Simulation<Answer<'outage'>> = {
  kinds: ['agent'],
  askedBy: 'outage',
  takesMany: true,
  about:
    'which voice of an agent, of the agents in a folder, or of all live agents speaks while providers are down, in the order of the ' +
    'fallback voices, or that none is left',
  examples: `  preflight simulate agents/front-desk/v3.agent.json --outage cartesia,elevenlabs
  preflight simulate --outage elevenlabs
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
  run({ roots, workspace, options, file, pathOf }) {
    const providers = providersIn(text(options, 'outage')!, workspace);
    const isOne = roots.every(({ document }) => document === roots[0]?.document);
    const agents = roots.map(agentOf).flatMap(agent => {
      const outage = outageOf(agent, new Set(providers), workspace);
      // if there are several agents, chat agents among them are left out
      if (!outage && isOne) throw voicelessError(file, agent.pointer);
      return outage ? { file: pathOf(agent.document.file), ...outage } : [];
    });
    if (agents.length === 0) throw voicelessError(file, '');
    return {
      subject: 'outage',
      title: `${file} while ${listed(providers, 'and', 20)} ${providers.length === 1 ? 'is' : 'are'} out`,
      notes: [],
      fails: agents.some(({ outcome }) => outcome === 'none'),
      result: { version: 1, kind: 'agent', outage: providers, agents },
    };
  },
};

const voicelessError = (file: string, pointer: string): SimulationRefused =>
  new SimulationRefused(`${file}${pointer ? ` at ${pointer}` : ''} has no voice_id, so no outage can silence it`);

/**
 * Reads the names of providers.
 * @throws Refused
 */
function providersIn(text: string, workspace: Workspace): string[] {
  const knownNames = knownProviders(workspace);
  const names = text.split(',').map(name => name.trim());
  const providers = `; known providers: ${listed(knownNames, 'and', 20)}`;
  for (const name of names) {
    if (name === '')
      throw new SimulationRefused(`--outage ${JSON.stringify(text)} has an empty name in it${providers}`);
    if (knownNames.includes(name)) continue;
    // `11labs` begins the ids of a provider's voices
    const nearestProvider = providerOfVoice(`${name}-`, workspace),
      hint =
        nearestProvider === undefined
          ? didYouMean(name, knownNames)
          : `; did you mean ${JSON.stringify(nearestProvider)}?`;
    throw new SimulationRefused(`--outage: there is no voice provider ${JSON.stringify(name)}${hint || providers}`);
  }
  return [...new Set(names)];
}

/** The providers that the known voices and voice models belong to, and the providers in the configuration. */
const knownProviders = ({ facts }: Workspace): readonly string[] =>
  [...new Set([...voiceProviders, ...Object.values(facts.voices)])].sort();

/** The voice of an agent that speaks, in output form. */
type Outage = Omit<SimulateOutage['agents'][number], 'file'>;
type Voice = Outage['voices'][number];

/**
 * The voice that speaks while providers are down. Spec: Agent settings, fallback_voice_ids.
 * @param agent a place of shape `agent-settings`
 * @param providers the providers that are down
 * @returns `undefined` if the settings name no voice
 */
export function outageOf(agent: Cursor, providers: ReadonlySet<string>, workspace: Workspace): Outage | undefined {
  const main = agent.get('voice_id');
  if (!main.string()) return undefined;
  const voices = [main, ...agent.get('fallback_voice_ids').items()].flatMap((cursor): Voice[] => {
    const id = cursor.string();
    if (!id) return [];
    const provider = providerOfVoice(id, workspace) ?? null;
    const state = provider !== null && providers.has(provider) ? 'down' : 'up';
    return [{ pointer: cursor.pointer, voice_id: id, provider, state: provider === null ? 'unknowable' : state }];
  });
  const first = voices.findIndex(({ state }) => state === 'up');
  const candidates = voices.slice(0, first < 0 ? undefined : first + 1).filter(({ state }) => state !== 'down');
  const unclearVoices = candidates.filter(({ state }) => state === 'unknowable').map(({ voice_id: id }) => id);
  // if the provider of a voice is unknown, and no voice before it works, the result is unknown
  const certainOutcome = candidates.length === 0 ? 'none' : 'speaks',
    outcome = unclearVoices.length > 0 ? 'unknowable' : certainOutcome,
    speaks = outcome === 'speaks' ? voices[first] : undefined;
  return {
    pointer: agent.pointer,
    agent_id: agent.get('agent_id').string() ?? null,
    agent_version: agent.get('version').integer() ?? null,
    outcome,
    voice_id: speaks?.voice_id ?? null,
    provider: speaks?.provider ?? null,
    because: {
      none: () => noVoiceMessage(voices.length - 1),
      speaks: () => whoSpeaks(first),
      unknowable: () =>
        `the provider of ${unclearVoices.join(', ')} is not known; "voices" in preflight.config.json can name it`,
    }[outcome](),
    candidates: candidates.map(({ voice_id: id }) => id),
    voices,
  };
}

function noVoiceMessage(fallbacks: number): string {
  if (fallbacks === 0) return 'the main voice is out and there are no fallback voices';
  return `the main voice and ${fallbacks === 1 ? 'its only fallback' : `all ${fallbacks} fallbacks`} are out`;
}
function whoSpeaks(nth: number): string {
  if (nth === 0) return 'the provider of the main voice is not out';
  return `the main voice is out, and this is ${nth === 1 ? 'the first fallback' : 'the first fallback that is not out'}`;
}
