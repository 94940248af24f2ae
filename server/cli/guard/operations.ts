import { isArray, isObject, property, type Json } from '../../core/json/json.ts';

export interface GuardedOperation {
  readonly name: string;
  /** The effect of the operation on the judged state. */
  readonly effect: 'publish' | 'tag' | 'untag' | 'update' | 'delete';
  /** The name of the argument that identifies the record. */
  readonly id: string;
  /** The names of the arguments in the path of the request, in order. */
  readonly parameters: readonly string[];
}

/**
 * For the names of operations, the argument that identifies the record. These operations change the version or
 * settings that callers get. They are those of the public client (https://github.com/RetellAI/retell-typescript-sdk,
 * api.md), also with the names of the specification; those for tags are in the stand-in. The hosted server
 * (https://docs.retellai.com/get-started/mcp-server) and the command line (https://docs.retellai.com/get-started/cli)
 * use the same names.
 */
const ids: Readonly<Record<string, string>> = {
  'publish-agent-version publish-agent publish-chat-agent': 'agent_id',
  'assign-agent-tag delete-agent-tag': 'agent_id',
  'update-agent update-chat-agent delete-agent delete-chat-agent delete-agent-version': 'agent_id',
  'update-retell-llm update-service-llm delete-retell-llm delete-service-llm': 'llm_id',
  'update-conversation-flow delete-conversation-flow': 'conversation_flow_id',
  'update-conversation-flow-component delete-conversation-flow-component': 'conversation_flow_component_id',
  'update-phone-number delete-phone-number': 'phone_number',
};
const effectsOnTags: Readonly<Record<string, 'tag' | 'untag'>> = {
  'assign-agent-tag': 'tag',
  'delete-agent-tag': 'untag',
};
const guardedOperations: ReadonlyMap<string, GuardedOperation> = new Map(
  Object.entries(ids).flatMap(([names, id]) =>
    names.split(' ').map(name => {
      const effect = effectsOnTags[name] ?? (name.split('-', 1)[0] as GuardedOperation['effect']);
      return [name, { name, effect, id, parameters: name in effectsOnTags ? [id, 'tag'] : [id] }];
    }),
  ),
);
export const operationNames: readonly string[] = [...guardedOperations.keys()];

const textsIn = (value: Json | undefined): string[] =>
  isArray(value) ? value.flatMap(value => (typeof value === 'string' ? [value.toLowerCase()] : [])) : [];
const kebab = (name: string): string => name.toLowerCase().replaceAll('_', '-');

/**
 * The operations, programs and hosts that are guarded: those of the platform, and those in `guard` of configurations.
 */
export class GuardTable {
  readonly #names: ReadonlyMap<string, Json>;
  readonly #programs: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  /** @param settings the values of `guard` in all configurations that apply */
  constructor(settings: readonly (Json | undefined)[] = []) {
    const names = settings.map(guard => property(guard, 'operations')).filter(isObject);
    this.#names = new Map(names.flatMap(Object.entries).map(([name, name_]) => [kebab(name), name_]));
    this.#programs = new Set([
      'retell',
      'retell-cli',
      ...settings.flatMap(value => textsIn(property(value, 'programs'))),
    ]);
    this.#hosts = new Set(['api.retellai.com', ...settings.flatMap(value => textsIn(property(value, 'hosts')))]);
  }
  /**
   * The operation with a name in snake or kebab case, with or without a prefix for the platform:
   * `retell_publish_agent`.
   */
  operation(name: string): GuardedOperation | undefined {
    const spelling = kebab(name);
    return guardedOperations.get(String(this.#names.get(spelling) ?? spelling.replace(/^retell-/, '')));
  }
  isProgram(name: string): boolean {
    return this.#programs.has(name.toLowerCase());
  }
  isHost(host: string): boolean {
    return this.#hosts.has(host.toLowerCase());
  }
  /** Whether a text contains the host of the API, or a command line of the platform with a guarded operation. */
  isNamedIn(text: string): boolean {
    const words = text.toLowerCase().split(/[^\w@.-]+/);
    if (words.some(word => this.isHost(word))) return true;
    return words.some(word => this.isProgram(word)) && words.some(word => this.operation(word) !== undefined);
  }
}
