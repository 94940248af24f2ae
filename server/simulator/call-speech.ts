import type { Cursor } from '../core/cursor.ts';
import { flowOf } from '../core/domain/flows.ts';
import { strings } from '../core/workspace/records.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { fillIn, callVariables, type SourcedVariable } from '../core/domain/variable-sources.ts';

/**
 * The characters spoken per second at voice_speed 1, and the milliseconds of a text that the model generates.
 * Assumption `call-speech-time`.
 */
const CHARACTERS_A_SECOND = 15,
  GENERATED_TEXT_MS = 4000;

/** The milliseconds for speaking a text. */
export const speechTime = (text: string | undefined, speed: number): number =>
  text === undefined
    ? GENERATED_TEXT_MS
    : Math.max(200, Math.round(([...text].length / CHARACTERS_A_SECOND / speed) * 1000));

/** The speed of an agent's speech, and its texts with variables filled in. */
export interface Words {
  /** The value of voice_speed; 1 if it is invalid. */
  readonly speed: number;
  /** Fills in the dynamic variables of a text. A variable without a value remains a placeholder and is in `unset`. */
  fill(text: string): { readonly text: string; readonly unset: readonly string[] };
  readonly assumptions: readonly Assumption[];
}

/**
 * The speed of an agent's speech, and its texts.
 * @param agent a place of shape `agent-settings`
 */
export function wordsFor(agent: Cursor, workspace: Workspace): Words {
  const id = agent.get('agent_id').string(),
    version = agent.get('version').integer(),
    speed = agent.get('voice_speed').effective();
  const sourcedVariables =
    id && version !== undefined ? callVariables(workspace.resolve(id, version), workspace) : undefined;
  const defaults = sourcedVariables
    ? {}
    : (strings(workspace.engineOf(agent)?.get('default_dynamic_variables') ?? agent.get('')) ?? {});
  const variables = new Map<string, Pick<SourcedVariable, 'value' | 'source'>>([
    ...Object.entries(defaults).map(([name, value]) => [name, { value, source: 'engine default' }] as const),
    ...(sourcedVariables?.variables ?? []).map(variable => [variable.name, variable] as const),
  ]);
  return {
    speed: typeof speed === 'number' && speed > 0 ? speed : 1,
    fill: text => fillIn(text, variables),
    assumptions: sourcedVariables?.variables.some(({ source }) => source === 'unknowable')
      ? ['variable-precedence']
      : (sourcedVariables?.assumptions ?? []),
  };
}

/** The beginning of a conversation, according to the engine. */
interface Opening {
  readonly first: 'agent' | 'user';
  /** The first words of the agent; undefined if the model generates them. */
  readonly begin: string | undefined;
  /** The milliseconds of silence after which the agent speaks on its own. */
  readonly afterSilence: number | undefined;
  /** The setting because of which the agent waits. */
  readonly reason: string;
  readonly assumptions: readonly Assumption[];
}

/**
 * The beginning of a conversation with an agent.
 * @param agent a place of shape `agent-settings`
 */
export function openingOf(agent: Cursor, workspace: Workspace): Opening {
  const engine = workspace.engineOf(agent);
  if (!engine)
    return {
      first: 'agent',
      begin: undefined,
      afterSilence: undefined,
      reason: '',
      assumptions: ['call-engine-unknown'],
    };
  const speaker = engine.get('start_speaker').string(),
    message = engine.get('begin_message');
  const isSilent = message.value === '';
  const first = speaker === 'user' || isSilent ? 'user' : 'agent';
  return {
    first,
    begin: engine.is('conversation-flow') ? startText(engine) : message.string() || undefined,
    afterSilence: engine.get('begin_after_user_silence_ms').number(),
    reason: speaker === 'user' ? 'start_speaker is user' : 'begin_message is empty',
    assumptions: speaker === undefined && !isSilent ? ['call-start-speaker'] : [],
  };
}

/** The fixed text of the first node of a flow, if it has one. */
function startText(flow: Cursor): string | undefined {
  const { start, nodes } = flowOf(flow),
    index = start === undefined ? undefined : nodes.get(start);
  const instruction = index === undefined ? undefined : flow.get('nodes').get(index).get('instruction');
  return instruction?.get('type').value === 'static_text' ? instruction.get('text').string() || undefined : undefined;
}
