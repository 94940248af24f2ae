import { samePlace, type Cursor } from '../core/cursor.ts';
import { Dispatch } from '../core/dispatch.ts';
import type { SimulateCall } from '../core/generated/outputs.js';
import { mayBeSpoken } from '../core/domain/spoken-uses.ts';
import { needsOf, variablesIn } from '../core/domain/variables.ts';
import { nameOfTool } from '../core/domain/swaps.ts';
import { selectionOf } from '../core/workspace/version-references.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { wordsFor } from './call-speech.ts';

/**
 * The effects of a call's settings and variables on its engine. Spec: Agent settings (ring_duration_ms), Scheduling
 * tool, Batch call.
 */
type EngineOfCall = SimulateCall['engine'];
type Transfer = EngineOfCall['transfers'][number];
/** A tool or node, with its name and place. */
type PlacedTool = EngineOfCall['literal'][number];

const places = new Dispatch<'transfer' | 'booking'>([
  [{ 'transfer-call-tool': '', 'transfer-call-node': '' }, 'transfer'],
  [{ 'book-appointment-tool': '' }, 'booking'],
]);

/** @param agent a place of shape `agent-settings` */
export function engineOfCall(agent: Cursor, workspace: Workspace): EngineOfCall {
  const engine = workspace.engineOf(agent),
    words = wordsFor(agent, workspace),
    ring = agent.get('ring_duration_ms').effective();
  const parts = needsOf(agent, workspace)?.parts ?? [agent, engine].filter(part => part !== undefined);
  const placeNamed = (name: string, cursor: Cursor): PlacedTool => ({
    name,
    file: cursor.document.file,
    pointer: cursor.pointer,
  });
  const tools: { readonly kind: 'transfer' | 'booking'; readonly at: Cursor }[] = [];
  for (const part of parts)
    places.walk(part, (kind, cursor) => {
      if (!tools.some(tool => samePlace(tool.at, cursor))) tools.push({ kind, at: cursor });
    });
  const toolsOfKind = (kind: 'transfer' | 'booking'): Cursor[] =>
    tools.filter(tool => tool.kind === kind).map(({ at }) => at);
  const nameOf = (cursor: Cursor): string => nameOfTool(cursor) ?? cursor.label;
  const namesWithin = new Set(parts.flatMap(part => [...variablesIn(part).setters.keys()]));
  const isUnset = (name: string): boolean => !namesWithin.has(name) && words.fill(`{{${name}}}`).unset.length > 0;
  const literal = parts.flatMap(part =>
    [...variablesIn(part).uses].flatMap(([name, uses]) =>
      isUnset(name) ? uses.filter(({ at }) => mayBeSpoken(at)).map(({ at }) => placeNamed(name, at)) : [],
    ),
  );
  return {
    ring_duration_ms: typeof ring === 'number' && ring >= 0 ? ring : null,
    transfers: toolsOfKind('transfer').map(cursor => ({
      ...placeNamed(nameOf(cursor), cursor),
      ...transferOf(cursor, workspace),
    })),
    bookings: toolsOfKind('booking').map(cursor => {
      const timezone = cursor.get('timezone').string();
      return {
        ...placeNamed(nameOf(cursor), cursor),
        timezone: timezone ? words.fill(timezone).text : null,
        timezone_from: timezone ? 'tool' : 'call or server',
      };
    }),
    // a nested engine belongs both to the agent's record and to the engine
    literal: [...new Map(literal.map(call => [JSON.stringify(call), call])).values()].sort((a, b) =>
      key(a) < key(b) ? -1 : 1,
    ),
  };
}

/** A transfer's own ring duration, and the agent that mediates it. */
function transferOf(cursor: Cursor, workspace: Workspace): Pick<Transfer, 'ring_duration_ms' | 'agent'> {
  const option = cursor.get('transfer_option'),
    config = option.get('agentic_transfer_config'),
    selection = selectionOf(config.get('transfer_agent').get('agent_id')),
    timeout = config.get('transfer_timeout_ms').effective();
  return {
    ring_duration_ms: option.get('transfer_ring_duration_ms').number() ?? null,
    agent: selection
      ? {
          agent_id: selection.agentId,
          agent_version: workspace.resolve(selection.agentId, selection.reference).version,
          timeout_ms: typeof timeout === 'number' ? timeout : null,
          on_timeout: String(config.get('action_on_timeout').effective()),
        }
      : null,
  };
}

const key = ({ name, file, pointer }: PlacedTool): string => `${name}\n${file}\n${pointer}`;
