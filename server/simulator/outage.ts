import type { Cursor } from '../core/cursor.ts';
import { providerOfVoice } from '../core/domain/voices.ts';
import { childEntry, marksOf, rootOf } from '../core/shapes/table.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** One voice of an agent, in the order in which they are tried: `up`, `down`, or of an unknown provider. */
export interface TriedVoice {
  readonly at: Cursor;
  readonly id: string;
  readonly provider: string | undefined;
  readonly state: 'up' | 'down' | 'unknowable';
}
/** Which voice speaks while providers are down. Spec: Agent settings, fallback_voice_ids. */
export interface Outage {
  /** `unknowable`: a voice of an unknown provider comes before the first one that works, or before the end. */
  readonly outcome: 'speaks' | 'none' | 'unknowable';
  readonly speaks: TriedVoice | undefined;
  /** Voices that may be the one that speaks, in order: exactly one if `speaks`, several if it is unknowable. */
  readonly candidates: readonly TriedVoice[];
  readonly voices: readonly TriedVoice[];
  readonly because: string;
}

/** Providers recognized by the prefix of a voice id, and those in the configuration. */
export function knownProviders({ facts }: Workspace): readonly string[] {
  const prefixes = marksOf(childEntry(rootOf('agent-settings'), 'voice_id'))['x-provider-prefixes'] as
    Readonly<Record<string, string>> | undefined;
  return [...new Set([...Object.values(prefixes ?? {}), ...Object.values(facts.voices)])].sort();
}

/**
 * @param agent a place of shape `agent-settings`
 * @param out providers that are down
 * @returns `undefined` if the settings name no voice
 */
export function outageOf(agent: Cursor, out: ReadonlySet<string>, workspace: Workspace): Outage | undefined {
  const main = agent.get('voice_id');
  if (!main.string()) return undefined;
  const voices = [main, ...agent.get('fallback_voice_ids').items()].flatMap((at): TriedVoice[] => {
    const id = at.string();
    if (!id) return [];
    const provider = providerOfVoice(id, workspace);
    if (provider === undefined) return [{ at, id, provider, state: 'unknowable' }];
    return [{ at, id, provider, state: out.has(provider) ? 'down' : 'up' }];
  });
  const first = voices.findIndex(({ state }) => state === 'up');
  const candidates = voices.slice(0, first < 0 ? undefined : first + 1).filter(({ state }) => state !== 'down');
  const unclear = candidates.filter(({ state }) => state === 'unknowable');
  const fallbacks = voices.length - 1;
  if (candidates.length === 0) {
    const because =
      fallbacks === 0
        ? 'the main voice is out and there are no fallback voices'
        : `the main voice and ${fallbacks === 1 ? 'its only fallback' : `all ${fallbacks} fallbacks`} are out`;
    return { outcome: 'none', speaks: undefined, candidates, voices, because };
  }
  if (unclear.length > 0) {
    const because = `the provider of ${unclear.map(({ id }) => id).join(', ')} is not known; "voices" in preflight.config.json can name it`;
    return { outcome: 'unknowable', speaks: undefined, candidates, voices, because };
  }
  const fallback = first === 1 ? 'the first fallback' : 'the first of the fallbacks that is not';
  const because =
    first === 0 ? 'the provider of the main voice is not out' : `the main voice is out, and this is ${fallback}`;
  return { outcome: 'speaks', speaks: voices[first]!, candidates, voices, because };
}
