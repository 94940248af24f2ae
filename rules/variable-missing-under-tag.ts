import { effectOfPlaceholder, usesSpoken } from '../server/core/domain/spoken-uses.ts';
import { recordOf } from '../server/core/domain/tasks.ts';
import { needsOf, type VariableUse } from '../server/core/domain/variables.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { clipped, defineRule, listed, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'variable-missing-under-tag',
  group: 'variables',
  severity: 'warning',
  needsEveryFile: true,
  spec: 'Versioning 4',
  clause: 'Versioning: 4: a tag brings its own variables, all else those of the preferred tag of the version',
  at: { 'agent-list-item': '' },

  *check(item, workspace) {
    const tags = item
      .get('tags')
      .entries()
      .filter(tag => tag.isObject);
    const settersByName = firstSetters(tags);
    const settersByAgent = new Map<unknown, ReadonlyMap<string, Cursor>>([[undefined, settersByName]]);
    for (const tag of tags) {
      const values = tag.get('dynamic_variables');
      const neededUses = neededUnder(tag, item, workspace);
      // the variables that a tag without values needs are known only if its engine is known
      if (!neededUses && values.entries().length === 0) continue;
      let candidates = settersByAgent.get(neededUses);
      if (!candidates) settersByAgent.set(neededUses, (candidates = settersOfNames(settersByName, neededUses!)));
      const matchCount = values.entries().filter(({ key }) => candidates.has(key)).length,
        count = candidates.size - matchCount;
      if (count === 0) continue;
      const missingVariables = missingAt(candidates, values);
      const setters = [...new Set(missingVariables.map(variable => variable.parent!.parent!.key))];
      const names = missingVariables.map(({ key }) => `{{${clipped(key, 20)}}}`),
        [effect = unknownEffect] = missingVariables
          .flatMap(({ key }) => neededUses?.get(key) ?? [])
          .map(({ at }) => effectOfPlaceholder(at))
          .toSorted(),
        missingNames = count > MAX_NAMES ? `${names.join(', ')} and ${count - MAX_NAMES} more` : listed(names, 'and');
      const setterWords =
        count > MAX_NAMES ? 'other tags' : `${setters.length === 1 ? 'tag' : 'tags'} ${listed(setters, 'and')}`;

      yield {
        at: { key: (values.exists ? values : tag).pointer },
        message:
          `tag ${clipped(tag.key)} does not set ${missingNames}, unlike ${setterWords}; ${effect}` +
          (neededUses ? '' : ' unless the engine has a default'),
        related: missingVariables.map(cursor => ({
          at: cursor,
          key: true,
          message: `set under ${cursor.parent!.parent!.key}`,
        })),
      };
    }
  },
});

/** The variables that the agent uses under this tag and for which it has no default; `undefined` if unknown. */
function neededUnder(tag: Cursor, item: Cursor, workspace: Workspace): Uses | undefined {
  const id = item.get('agent_id').string();
  const resolution = id ? workspace.resolve(id, tag.key) : undefined;
  const agent = resolution?.outcome === 'resolved' ? recordOf(resolution, workspace) : undefined;
  const neededVariables = agent && needsOf(agent, workspace);
  return neededVariables && usesSpoken(neededVariables.variables, workspace);
}

type Uses = ReadonlyMap<string, readonly VariableUse[]>;
/** The effect of most missing variables, which are in prompts. */
const unknownEffect = 'callers hear the placeholder';

/** The maximum number of variables that are named. */
const MAX_NAMES = 2;

/** All variables that a tag sets, with the first place that sets each. */
function firstSetters(tags: readonly Cursor[]): ReadonlyMap<string, Cursor> {
  const setters = new Map<string, Cursor>();
  for (const variable of tags.flatMap(tag => tag.get('dynamic_variables').entries()))
    if (!setters.has(variable.key)) setters.set(variable.key, variable);
  return setters;
}
const settersOfNames = (
  setters: ReadonlyMap<string, Cursor>,
  names: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, Cursor> => new Map([...setters].filter(([name]) => names.has(name)));

function missingAt(candidates: ReadonlyMap<string, Cursor>, values: Cursor): Cursor[] {
  const missingVariables: Cursor[] = [];
  for (const variable of candidates.values()) {
    if (missingVariables.length === MAX_NAMES) break;
    if (!values.get(variable.key).exists) missingVariables.push(variable);
  }
  return missingVariables;
}
