import { groupNames } from '../../core/engine/groups.ts';
import { assumptions, type AssumptionEntry } from '../../core/workspace/assumptions.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { OffsetContext } from '../offset-context.ts';
import { fieldHover, fieldInShort } from './field.ts';
import { blocks, bullets, capital, code, plain, prose, sentence } from './markdown.ts';
import type { RuleWords } from './rule-words.ts';

/** A place of `preflight.config.json`: a field of it, a rule, or an assumption. */
export function configurationHover(
  place: OffsetContext,
  isShadowed: boolean,
  workspace: Workspace,
  ruleWords: (id: string) => RuleWords | undefined,
): string | undefined {
  const { at } = place,
    { parent, key } = at;
  if (place.part === 'key' && parent?.key === 'rules')
    return choiceHover(key, ruleWords) ?? fieldHover(at, workspace, { isShadowed });
  if (place.part === 'value' && parent?.key === 'select')
    return choiceHover(at.string() ?? '', ruleWords) ?? fieldHover(at, workspace, { isShadowed });
  if (place.part === 'key' && parent?.key === 'assumptions' && Object.hasOwn(assumptions, key))
    return assumptionHover(key, assumptions[key as keyof typeof assumptions]);
  if (place.part === 'value' && (at.isObject || at.isArray)) return undefined;
  const rule =
    place.part === 'value' && key === 'rule' && parent?.parent?.key === 'suppress'
      ? ruleHover(at.string() ?? '', ruleWords)
      : undefined;
  return rule === undefined ? fieldHover(at, workspace, { isShadowed }) : blocks(rule, fieldInShort(at));
}

const choiceHover = (name: string, ruleWords: (id: string) => RuleWords | undefined): string | undefined =>
  groupNames.includes(name)
    ? blocks(`**${plain(name)}** · group of rules`, prose('All rules of the group; `preflight rules` lists them.'))
    : ruleHover(name, ruleWords);

function ruleHover(id: string, ruleWords: (id: string) => RuleWords | undefined): string | undefined {
  const words = ruleWords(id);
  if (!words) return undefined;
  return blocks(
    `**${plain(id)}** · rule`,
    prose(words.summary),
    prose(words.why.trim().replace(/\s+/g, ' ')),
    words.page === '' ? undefined : `[${code(id)}](${words.page})`,
  );
}

const assumptionHover = (name: string, { assumes, when, silent, settledBy }: AssumptionEntry): string =>
  blocks(
    `**${plain(name)}** · assumption`,
    sentence(prose(capital(assumes))),
    bullets([
      `made when ${prose(when)}`,
      `because the specification is silent: ${prose(silent)}`,
      ...(settledBy === null ? [] : [`not needed with ${prose(settledBy)}`]),
    ]),
  );
