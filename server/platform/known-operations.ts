import { hasVariable } from '../core/domain/fields.ts';
import { providerOfVoice } from '../core/domain/voices.ts';
import type { JsonObject } from '../core/json/json.ts';
import { stringsWithFormat, type PlaceSelector } from '../core/shapes/at.ts';
import { compareTexts } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { ApiError } from './errors.ts';
import type { Operation } from './operation.ts';

const voices = stringsWithFormat('voice-id');
const knowledgeBases = {
  llm: '/knowledge_base_ids/*',
  'conversation-flow': '/knowledge_base_ids/*',
  'conversation-node': '/knowledge_base_ids/*',
  'subagent-node': '/knowledge_base_ids/*',
} as const satisfies PlaceSelector;

/** The ids at these places and the other ids, each once, sorted. */
function idsAt(location: PlaceSelector, workspace: Workspace, otherIds: readonly string[] = []): string[] {
  const namedIds = workspace.collect(location).flatMap(place => place.string() ?? []);
  return [...new Set([...namedIds, ...otherIds])].filter(id => id !== '' && !hasVariable(id)).sort(compareTexts);
}

/** The voices in the files or the configuration. Both contain no gender of a voice. */
function voicesIn(workspace: Workspace): JsonObject[] {
  const configuredVoices = Object.keys(workspace.facts.voices).filter(id => !id.endsWith('*'));
  return idsAt(voices, workspace, configuredVoices).map(voice_id => {
    const provider = providerOfVoice(voice_id, workspace);
    return {
      voice_id,
      voice_name: /^[a-z0-9]+-(.+)$/.exec(voice_id)?.[1] ?? voice_id,
      ...(provider !== undefined && { provider }),
    };
  });
}

const knowledgeBasesIn = (workspace: Workspace): JsonObject[] =>
  idsAt(knowledgeBases, workspace).map(knowledge_base_id => ({
    knowledge_base_id,
    knowledge_base_name: knowledge_base_id,
    status: 'complete',
  }));

/** The operations list and get for assets that files name but no file defines. */
function readOnly(name: string, idKey: string, recordsOf: (workspace: Workspace) => JsonObject[]): Operation[] {
  const noun = name.replace('-', ' ');
  return [
    {
      id: `list-${name}s`,
      method: 'GET',
      path: `/list-${name}s`,
      summary: `Lists the ${noun}s that the files name.`,
      success: { status: 200 },
      run: ({ account }) => recordsOf(account.workspace),
    },
    {
      id: `get-${name}`,
      method: 'GET',
      path: `/get-${name}/{${idKey}}`,
      summary: `Returns a ${noun} that the files name.`,
      success: { status: 200 },
      run({ account, params }) {
        const id = params[idKey]!,
          record = recordsOf(account.workspace).find(object => object[idKey] === id);
        if (!record) throw new ApiError(404, `no file names a ${noun} ${JSON.stringify(id)}`);
        return record;
      },
    },
  ];
}

/** The maximum number of simultaneous calls of a new account. */
const CONCURRENCY = 20;

/** The operations on assets that belong to the account but have no file of their own. */
export const knownOperations: readonly Operation[] = [
  ...readOnly('voice', 'voice_id', voicesIn),
  ...readOnly('knowledge-base', 'knowledge_base_id', knowledgeBasesIn),
  {
    id: 'get-concurrency',
    method: 'GET',
    path: '/get-concurrency',
    summary: 'Returns the limit of a new account. Simulated calls end immediately, so no call is ongoing.',
    success: { status: 200 },
    run: () => ({
      current_concurrency: 0,
      concurrency_limit: CONCURRENCY,
      base_concurrency: CONCURRENCY,
      purchased_concurrency: 0,
    }),
  },
];
