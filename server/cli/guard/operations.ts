import { isArray, isObject, property, type Json } from '../../core/json/json.ts';

/** What an operation does to the state that is judged. */
export type Effect = 'publish' | 'tag' | 'untag' | 'update' | 'delete';
export interface GuardedOperation {
  readonly name: string;
  readonly effect: Effect;
  /** The argument that names its record. */
  readonly id: string;
  /** The rest of its path: `{agent_id}/{tag}`. */
  readonly parameters: readonly string[];
}

const operation = (effect: Effect, id: string, ...names: readonly string[]) =>
  names.map((name): GuardedOperation => ({
    name,
    effect,
    id,
    parameters: name.endsWith('-tag') ? [id, 'tag'] : [id],
  }));
const agent = 'agent_id',
  llm = 'llm_id',
  flow = 'conversation_flow_id',
  component = 'conversation_flow_component_id',
  number = 'phone_number';

/**
 * Operations of the platform's public client (https://github.com/RetellAI/retell-typescript-sdk, its api.md) that change
 * what callers get, also in the specification's names; those for tags are the stand-in's. The hosted server
 * (https://docs.retellai.com/get-started/mcp-server) and the command line (https://docs.retellai.com/get-started/cli)
 * use the same names.
 */
const known: ReadonlyMap<string, GuardedOperation> = new Map(
  [
    ...operation('publish', agent, 'publish-agent-version', 'publish-agent', 'publish-chat-agent'),
    ...operation('tag', agent, 'assign-agent-tag'),
    ...operation('untag', agent, 'delete-agent-tag'),
    ...operation('update', agent, 'update-agent', 'update-chat-agent'),
    ...operation('update', llm, 'update-retell-llm', 'update-service-llm'),
    ...operation('update', flow, 'update-conversation-flow'),
    ...operation('update', component, 'update-conversation-flow-component'),
    ...operation('update', number, 'update-phone-number'),
    ...operation('delete', agent, 'delete-agent', 'delete-chat-agent', 'delete-agent-version'),
    ...operation('delete', llm, 'delete-retell-llm', 'delete-service-llm'),
    ...operation('delete', flow, 'delete-conversation-flow'),
    ...operation('delete', component, 'delete-conversation-flow-component'),
    ...operation('delete', number, 'delete-phone-number'),
  ].map(one => [one.name, one]),
);
export const operationNames: readonly string[] = [...known.keys()];

/** What is recognized: the platform's own names, and those of `guard` in configurations. */
export class GuardTable {
  readonly #names = new Map<string, string>();
  readonly #programs = new Set(['retell', 'retell-cli']);
  readonly #hosts = new Set(['api.retellai.com']);
  /** @param settings `guard` of each configuration that applies */
  constructor(settings: readonly (Json | undefined)[] = []) {
    const textsIn = (value: Json | undefined): string[] =>
      isArray(value) ? value.flatMap(one => (typeof one === 'string' ? [one.toLowerCase()] : [])) : [];
    for (const guard of settings) {
      const names = property(guard, 'operations');
      if (isObject(names))
        for (const [name, to] of Object.entries(names)) if (typeof to === 'string') this.#names.set(spelled(name), to);
      for (const program of textsIn(property(guard, 'programs'))) this.#programs.add(program);
      for (const host of textsIn(property(guard, 'hosts'))) this.#hosts.add(host);
    }
  }
  /** By its name in snake or kebab case, also with the platform's before it: `retell_publish_agent`. */
  operation(name: string): GuardedOperation | undefined {
    const said = spelled(name),
      own = this.#names.get(said);
    return known.get(own ?? said) ?? known.get(said.replace(/^retell-/, ''));
  }
  isProgram(name: string): boolean {
    return this.#programs.has(name.toLowerCase());
  }
  isHost(host: string): boolean {
    return this.#hosts.has(host.toLowerCase());
  }
  /** Whether a text names the API's host, or a command line of the platform with such an operation. */
  isNamedIn(text: string): boolean {
    const words = text.toLowerCase().split(/[^\w@.-]+/);
    if (words.some(word => this.isHost(word))) return true;
    return words.some(word => this.isProgram(word)) && words.some(word => this.operation(word) !== undefined);
  }
}

const spelled = (name: string): string => name.toLowerCase().replaceAll('_', '-');
