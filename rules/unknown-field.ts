import {
  engineOfKey,
  fieldsWithin,
  hasUnknownFields,
  isFieldOfOtherVariant,
  meantField,
  misspelledField,
  ownerOf,
  misnamedFields,
  unknownKeys,
} from '../server/core/domain/fields.ts';
import { entryOf } from '../server/core/shapes/table.ts';
import { defineRule, groupsOf, listed, rename, show, suggest, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-field',
  group: 'values',
  severity: 'warning',
  spec: 'Resources and their fields',
  clause: 'Resources and their fields: fields are those listed; one that is not does nothing',
  at: { unknownKeys: true },

  *check(node): Generator<Problem> {
    if (hasUnknownFields(node)) return;
    const { closed } = entryOf(node.entry);
    // missing-field reports a field in place of a missing required field
    const reportedNames = new Set(misnamedFields(node).values());
    const isAgent = node.is('agent-settings'),
      isEngine = node.is('response-engine');
    const noun = node.marks['x-noun'] ?? node.label;
    const rest: string[] = [],
      foreignKeys: (readonly [key: string, instead: string])[] = [];
    for (const key of unknownKeys(node)) {
      if (reportedNames.has(key)) continue;
      const matchingField = meantField(node, key),
        similarField = matchingField ?? misspelledField(node, key);
      if (!closed && similarField === undefined && isFieldOfOtherVariant(node, key)) continue;
      const { pointer } = node.get(key);
      const suggestion = suggest(similarField);
      const fix = rename(node.get(key), matchingField);
      const removedFields = node.marks['x-removed-fields'],
        replacements = node.marks['x-foreign-fields'];
      if (removedFields && Object.hasOwn(removedFields, key))
        yield { at: { key: pointer }, severity: 'error', message: `${show(key)} was removed: ${removedFields[key]}` };
      else if (replacements && Object.hasOwn(replacements, key)) foreignKeys.push([key, replacements[key]!]);
      else if (closed)
        yield {
          at: { key: pointer },
          severity: 'error',
          message: `${show(key)} is not allowed in ${noun}${suggestion}`,
          fix,
        };
      // misplaced-engine-field reports this field
      else if ((isAgent && engineOfKey(key) !== undefined) || (isEngine && engineOfKey(key)?.startsWith('to ')))
        continue;
      else if (similarField !== undefined)
        yield {
          at: { key: pointer },
          message: `${show(key)} is not a field of ${noun}, so it has no effect${suggestion}`,
          fix,
        };
      else if (fieldsWithin(node, key).length > 0) {
        const names = fieldsWithin(node, key),
          belong = names.length === 1 ? 'belongs' : 'belong';
        yield {
          at: { key: pointer },
          message: `${show(key)} is not a field of ${noun}; ${quoteAll(names)} in it ${belong} here, one level up`,
        };
      } else rest.push(key);
    }
    for (const [replacement, fields] of groupsOf(foreignKeys, ([, words]) => words)) {
      const keys = fields.map(([key]) => key);
      yield {
        at: { key: node.get(keys[0]!).pointer },
        message: `${quoteAll(keys)} ${keys.length === 1 ? 'has' : 'have'} no effect on ${noun}; use ${replacement}`,
      };
    }
    const misplacedKeys = new Set<string>();
    for (const [owner, keys] of groupsOf(rest, key => ownerOf(node, key))) {
      // many objects have fields with a single word, so such a field counts only beside a longer name of the same
      // object
      if (owner === undefined || !keys.some(key => key.includes('_'))) continue;
      for (const key of keys) misplacedKeys.add(key);
      const [belong, verb] = keys.length === 1 ? ['belongs', 'it has'] : ['belong', 'they have'];
      yield {
        at: { key: node.get(keys[0]).pointer },
        message: `${quoteAll(keys)} ${belong} ${owner}, so ${verb} no effect here`,
      };
    }
    const otherFields = rest.filter(key => !misplacedKeys.has(key));
    if (otherFields.length === 0) return;
    yield {
      at: { key: node.get(otherFields[0]!).pointer },
      severity: 'info',
      message: `unknown ${otherFields.length === 1 ? 'field' : 'fields'} of ${noun}: ${quoteAll(otherFields)}`,
    };
  },
});

const quoteAll = (keys: readonly string[]): string =>
  listed(
    keys.map(key => show(key)),
    'and',
    3,
  );
