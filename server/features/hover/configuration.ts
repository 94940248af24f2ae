import type { Configuration } from '../../core/configuration/configuration.ts';
import type { Cursor } from '../../core/cursor.ts';
import { groupNames } from '../../core/engine/groups.ts';
import { clipped, listed, show } from '../../core/wording.ts';
import { assumptions, type AssumptionEntry } from '../../core/workspace/assumptions.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { OffsetContext } from '../offset-context.ts';
import { fieldHover, fieldInShort } from './field.ts';
import { blocks, bullets, capital, code, plainMarkdown, prose, sentence } from './markdown.ts';
import type { RuleWords } from './rule-words.ts';

/** The hover of a place in `preflight.config.json`: of a field, a rule, or an assumption. */
export function configurationHover(
  place: OffsetContext,
  isShadowed: boolean,
  workspace: Workspace,
  ruleWords: (id: string) => RuleWords | undefined,
  configuration?: Configuration,
): string | undefined {
  const { cursor } = place,
    { parent, key } = cursor;
  const extendedText = place.part === 'value' && configuration ? extendedHover(cursor, configuration) : undefined;
  if (extendedText !== undefined) return blocks(extendedText, fieldInShort(cursor));
  if (place.part === 'key' && parent?.key === 'rules')
    return choiceHover(key, ruleWords) ?? fieldHover(cursor, workspace, { isShadowed });
  if (place.part === 'value' && parent?.key === 'select')
    return choiceHover(cursor.string() ?? '', ruleWords) ?? fieldHover(cursor, workspace, { isShadowed });
  if (place.part === 'key' && parent?.key === 'assumptions' && Object.hasOwn(assumptions, key))
    return assumptionHover(key, assumptions[key as keyof typeof assumptions]);
  if (place.part === 'value' && (cursor.isObject || cursor.isArray)) return undefined;
  const rule =
    place.part === 'value' && key === 'rule' && parent?.parent?.key === 'suppress'
      ? ruleHover(cursor.string() ?? '', ruleWords)
      : undefined;
  return rule === undefined ? fieldHover(cursor, workspace, { isShadowed }) : blocks(rule, fieldInShort(cursor));
}

/** The hover of an extended file: the settings that it contributes. */
function extendedHover(cursor: Cursor, { extendedFiles: extended, layers }: Configuration): string | undefined {
  const base = extended.find(
    ({ document, pointer }) =>
      document.file === cursor.document.file && pointer === cursor.pointer && cursor.string() !== undefined,
  );
  const layer = base && layers.find(({ file }) => file === base.file);
  if (!layer) return undefined;
  const sets = layer
    .at('')
    .entries()
    .filter(cursor => cursor.key !== '$schema');
  return blocks(
    `**${plainMarkdown(base!.file)}** · extended configuration`,
    prose(
      sets.length === 0
        ? 'Sets nothing.'
        : 'It sets, where nothing that extends it sets another value (lists are appended):',
    ),
    bullets(sets.map(cursor => `${code(cursor.key)}: ${inShort(cursor)}`)),
  );
}
/** The first few names of a value, and the number of the others. */
function inShort(cursor: Cursor): string {
  if (!cursor.isArray && !cursor.isObject) return code(show(cursor.value));
  const names = cursor.isArray
    ? cursor.items().map(({ value }) => show(value))
    : cursor.entries().map(({ key }) => clipped(key));
  return names.length === 0
    ? 'nothing'
    : listed(
        names.map(name => code(name)),
        'and',
        MAX_NAMES,
      );
}
const MAX_NAMES = 4;

const choiceHover = (name: string, ruleWords: (id: string) => RuleWords | undefined): string | undefined =>
  groupNames.includes(name)
    ? blocks(`**${plainMarkdown(name)}** · group of rules`, listLink(ruleWords(name)?.page))
    : ruleHover(name, ruleWords);

const listLink = (page: string | undefined): string =>
  page === undefined
    ? prose('All rules of the group; `preflight rules` lists them.')
    : `All rules of the group; [Explain Rule…](${page}) lists them.`;

function ruleHover(id: string, ruleWords: (id: string) => RuleWords | undefined): string | undefined {
  const words = ruleWords(id);
  if (!words) return undefined;
  return blocks(
    `**${plainMarkdown(id)}** · rule`,
    prose(words.summary),
    prose(words.why.trim().replace(/\s+/g, ' ')),
    words.page === '' ? undefined : `[${code(id)}](${words.page})`,
  );
}

const assumptionHover = (name: string, { assumes, when, silent, settledBy }: AssumptionEntry): string =>
  blocks(
    `**${plainMarkdown(name)}** · assumption`,
    sentence(prose(capital(assumes))),
    bullets([
      `made when ${prose(when)}`,
      `because the specification is silent: ${prose(silent)}`,
      ...(settledBy === null ? [] : [`not needed with ${prose(settledBy)}`]),
    ]),
  );
