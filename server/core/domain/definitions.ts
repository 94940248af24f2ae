import type { Cursor } from '../cursor.ts';
import { recordsOf } from '../workspace/records.ts';
import { toolNamesIn } from './tools.ts';

/** Something that an engine or component defines by name. */
export interface Definition {
  readonly kind: 'tool' | 'state' | 'node' | 'component';
  /** The field of the name. */
  readonly nameField: string;
  readonly name: string;
  readonly at: Cursor;
}

/** The fields that name a definition; the one that texts use comes first. */
export const nameFields: Readonly<Record<Definition['kind'], readonly string[]>> = {
  tool: ['name', 'tool_id'],
  state: ['name'],
  node: ['name', 'id'],
  component: ['name', 'conversation_flow_component_id'],
};

/** The definitions of an engine or component, one for each name. */
export const definitionsIn = (owner: Cursor): readonly Definition[] =>
  owner.remember(definitionsIn, () => {
    const definitionsOf = (kind: Definition['kind'], items: readonly Cursor[]): Definition[] =>
      nameFields[kind].flatMap(ownField =>
        items.flatMap(cursor => {
          const name = cursor.get(ownField).string();
          return name ? [{ kind, nameField: ownField, name, at: cursor }] : [];
        }),
      );
    return [
      ...definitionsOf(
        'tool',
        Array.from(toolNamesIn(owner).values()).filter(cursor => cursor.is('tool')),
      ),
      ...definitionsOf('state', owner.get('states').items()),
      ...definitionsOf('node', owner.get('nodes').items()),
      ...definitionsOf('component', owner.get('components').items()),
    ];
  });

/** The agents that an engine or component hands over to, and the shared components that it runs. */
export const recordsNamedBy = ({ document, pointer }: Cursor) =>
  recordsOf(document)
    .contents.filter(content => content.pointer === pointer || content.pointer.startsWith(`${pointer}/`))
    .flatMap(({ handOvers, components }) => [
      ...handOvers.map(({ agentId: id }) => ({ kind: 'agent' as const, id })),
      ...components.map(id => ({ kind: 'component' as const, id })),
    ]);
