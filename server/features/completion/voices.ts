import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import type { Kind } from '../../core/kinds.ts';
import { collect, type Workspace } from '../../core/workspace/workspace.ts';
import { stringsWithFormat } from '../../core/shapes/at.ts';
import { providerOfModel, providerOfVoice, voiceOf } from '../../core/domain/voices.ts';
import { candidate, type Candidate } from './item.ts';

const voicePlaces = stringsWithFormat('voice-id');

const seenIn = (document: Document): ReadonlySet<string> =>
  document.memory.remember(
    seenIn,
    undefined,
    () => new Set(collect(document, voicePlaces).flatMap(place => place.string() || [])),
  );

const holdsSettings: ReadonlySet<Kind> = new Set(['agent', 'batch-call', 'agent-override']);

/** The ids of voices in the files or the configuration. */
export const seenVoices = (workspace: Workspace): ReadonlySet<string> =>
  workspace.memory.remember(
    seenVoices,
    undefined,
    () =>
      new Set([
        ...Object.keys(workspace.facts.voices).filter(name => !name.endsWith('*')),
        ...workspace.documents
          .filter(({ kind }) => kind !== undefined && holdsSettings.has(kind))
          .flatMap(document => [...seenIn(document)]),
      ]),
  );

/**
 * The candidates for a voice. A fallback voice must have another provider than the voice itself, so voices of the same
 * provider are left out.
 */
export function voices(cursor: Cursor, workspace: Workspace): Candidate[] {
  const replacedCursor = cursor.parent?.isArray === true ? cursor.within('agent-settings') : undefined,
    provider = replacedCursor && voiceOf(replacedCursor, workspace)?.provider;
  return [...seenVoices(workspace)].flatMap(id => {
    const ownProvider = providerOfVoice(id, workspace);
    const isRefused = id === replacedCursor?.peek('voice_id') || (provider !== undefined && ownProvider === provider);
    return isRefused || id === cursor.value
      ? []
      : [candidate('value', id, ownProvider ?? 'provider not known', { rank: 1 })];
  });
}

/**
 * Whether a speech model belongs to another provider than the voice of the same settings, so that it cannot be used
 * with this voice.
 */
export function isOtherProvidersModel(model: string, cursor: Cursor, workspace: Workspace): boolean {
  const settings = cursor.within('agent-settings'),
    voice = settings && voiceOf(settings, workspace),
    provider = providerOfModel(model);
  return voice !== undefined && provider !== undefined && voice.provider !== provider;
}
