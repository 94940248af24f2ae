import { jsonText } from '../../core/json/json.ts';
import { toDialectNames } from '../../core/dialects/translate.ts';
import { Document } from '../../core/document.ts';
import { dialectForNewNames } from '../../core/domain/in-dialect.ts';
import { fileFor, habitForFolder, habitOf, slugOf, type FiledRecord } from '../../core/domain/record-files.ts';
import { textEditsOf } from '../../core/fixing/text-edits.ts';
import type { Json, JsonObject } from '../../core/json/json.ts';
import { rootOf, type ShapeName } from '../../core/shapes/table.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { FileEdits, NewFile } from '../file-change.ts';
import { join, type NotSplit, type PathCheck } from './split.ts';

/** The record to create. */
export type NewRecord =
  | {
      readonly kind: 'agent';
      readonly name: string;
      readonly channel: 'voice' | 'chat';
      readonly engine: 'llm' | 'conversation-flow';
    }
  | { readonly kind: 'flow-component'; readonly name: string };

interface Surroundings {
  readonly workspace: Workspace;
  /**
   * The folder for the files, relative to the workspace root; `undefined` for the folder that already contains files
   * of these kinds.
   */
  readonly folder: string | undefined;
  readonly isTaken: PathCheck;
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The files of a new agent (a draft, its engine, and its item in the agent list) or of a new component. They have no
 * findings. The main file comes first.
 */
export function newRecord(request: NewRecord, surroundings: Surroundings): readonly FileEdits[] | NotSplit {
  const name = request.name.trim();
  if (name === '') return { reason: 'it has no name' };
  return request.kind === 'agent' ? newAgent({ ...request, name }, surroundings) : [newComponent(name, surroundings)];
}

type NewAgent = Extract<NewRecord, { kind: 'agent' }>;

function newAgent({ name, channel, engine }: NewAgent, surroundings: Surroundings): readonly FileEdits[] {
  const { workspace } = surroundings,
    engineKey = engine === 'llm' ? 'llm_id' : 'conversation_flow_id';
  const tail = freeTail(name, 'agent', tail =>
    [`agent_${tail}`, `${engine.replace('-', '_')}_${tail}`].some(id => isNamed(id, workspace)),
  );
  const agentId = `agent_${tail}`,
    engineId = `${engine.replace('-', '_')}_${tail}`,
    slug = tail.replaceAll('_', '-');
  const agent: JsonObject = {
    agent_id: agentId,
    version: 0,
    is_published: false,
    channel,
    agent_name: name,
    response_engine: {
      type: engine === 'llm' ? 'service-llm' : 'conversation-flow',
      [engineKey]: engineId,
      version: 0,
    },
    language: 'en-US',
    ...(channel === 'voice' && { voice_id: 'platform-Willa' }),
  };
  const otherObjects = engine === 'llm' ? llm(engineId, name, channel) : flow(engineId, name);
  return [
    file(
      { kind: 'agent', id: agentId, name: slug, version: 0 },
      agent,
      channel === 'voice' ? 'agent' : 'chat-agent',
      surroundings,
    ),
    file({ kind: engine, id: engineId, name: slug, version: 0 }, otherObjects, engine, surroundings),
    ...listItemEdits(
      { agent_id: agentId, agent_name: name, channel, user_modified_timestamp: surroundings.now, tags: {} },
      surroundings,
    ),
  ];
}

const llm = (id: string, name: string, channel: 'voice' | 'chat'): JsonObject => ({
  llm_id: id,
  version: 0,
  is_published: false,
  model: 'gpt-4.1',
  start_speaker: 'agent',
  begin_message: `Hello, this is ${name}. How can I help you?`,
  general_prompt:
    `You are ${name}. Find out what the ${channel === 'voice' ? 'caller' : 'visitor'} needs and help in short, ` +
    'friendly sentences. Say so when you do not know something.',
  general_tools:
    channel === 'voice'
      ? [{ type: 'end_call', name: 'end_call', description: 'End the call once the caller has said goodbye.' }]
      : [],
});

const flow = (id: string, name: string): JsonObject => ({
  conversation_flow_id: id,
  version: 0,
  is_published: false,
  model_choice: { type: 'cascading', model: 'gpt-4.1' },
  start_speaker: 'agent',
  start_node_id: 'start',
  global_prompt: `You are ${name}. Speak in short, friendly sentences.`,
  nodes: nodes('Welcome', 'Greet and ask how you can help.', 'Nothing else is needed.'),
});

function newComponent(name: string, surroundings: Surroundings): NewFile {
  const prefix = 'conversation_flow_component_';
  const tail = freeTail(name, 'component', candidate => isNamed(`${prefix}${candidate}`, surroundings.workspace));
  const component: JsonObject = {
    conversation_flow_component_id: `${prefix}${tail}`,
    name,
    user_modified_timestamp: surroundings.now,
    linked_conversation_flow_ids: [],
    start_node_id: 'start',
    nodes: nodes(
      name,
      'Say what happens in this part of the conversation.',
      'This part of the conversation is complete.',
    ),
  };
  const record = { kind: 'flow-component', id: `${prefix}${tail}`, name: tail } as const;
  return file(record, component, 'flow-component', surroundings);
}

const nodes = (name: string, text: string, doneText: string): Json => [
  {
    id: 'start',
    type: 'conversation',
    name,
    instruction: { type: 'prompt', text },
    edges: [
      { id: 'start-end', destination_node_id: 'end', transition_condition: { type: 'prompt', prompt: doneText } },
    ],
    display_position: { x: 0, y: 0 },
  },
  { id: 'end', type: 'end', name: 'End', display_position: { x: 400, y: 0 } },
];

/** The edits that add an item to the agent list: to the existing list, or to a new list if there is no agent yet. */
function listItemEdits(item: JsonObject, surroundings: Surroundings): readonly FileEdits[] {
  const { workspace } = surroundings,
    list = workspace.documents.find(({ kind, valid }) => kind === 'agent-list' && valid);
  if (list) {
    const items = Array.isArray(list.value) ? list.top : list.at('/items');
    if (!items.isArray) return [];
    const edits = textEditsOf(list, {
      title: '',
      safe: true,
      edits: [{ set: `${items.pointer}/${items.items().length}`, to: item }],
    });
    return [{ file: list.file, edits }];
  }
  if (workspace.agents.size > 0) return [];
  const place = join(surroundings.folder ?? 'agents', 'agents.agent-list.json');
  return surroundings.isTaken(place) ? [] : [{ file: place, create: jsonText([item]) }];
}

/** The new file of a record, in the dialect of the other files of the workspace, under a path that is not taken. */
function file(record: FiledRecord, value: JsonObject, shape: ShapeName, surroundings: Surroundings): NewFile {
  const { workspace, folder, isTaken } = surroundings,
    names = dialectForNewNames({ workspace }),
    create = jsonText(names ? toDialectNames(value, rootOf(shape), names) : value);
  const { documents } = workspace,
    habit = folder === undefined ? habitOf(record.kind, documents) : habitForFolder(folder, record.kind);
  const isRecognized = (path: string): boolean => new Document(path, create).kind === record.kind;
  return { file: fileFor(record, habit, { exists: isTaken, isUsable: isRecognized }), create };
}

/** The last part of the new ids, chosen so that the ids are unique: `front_desk`, `front_desk_2`. */
function freeTail(name: string, fallback: string, isTaken: (tail: string) => boolean): string {
  const firstName = slugOf(name).replaceAll('-', '_') || fallback;
  let tail = firstName;
  for (let n = 2; isTaken(tail); n++) tail = `${firstName}_${n}`;
  return tail;
}

const isNamed = (id: string, workspace: Workspace): boolean =>
  workspace.agent(id) !== undefined || workspace.documents.some(({ text }) => text.includes(`"${id}"`));
