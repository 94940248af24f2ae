import { presetsOf } from '../../core/domain/analysis.ts';
import { isSystemVariable } from '../../core/domain/templates.ts';
import { count, show } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { isMalformed, readTag } from '../../core/domain/typed-reference.ts';
import type { Name } from './index-of-names.ts';

/**
 * The reason why a new name is not allowed in place of the old one, given the required form at every occurrence;
 * `undefined` if it is allowed.
 */
export function whyMalformed(
  name: Name,
  places: readonly Name[],
  newName: string,
  workspace: Workspace,
): string | undefined {
  if (newName.trim() === '') return 'a name is missing';
  if (newName !== newName.trim()) return 'a name cannot have leading or trailing whitespace';
  if (name.kind === 'tag') return whyNoTag(name.name, newName, workspace);
  if (name.kind === 'variable') return whyNoVariable(newName);
  if (newName.includes('{{')) return '{{ }} would make the name a variable, which nothing can refer to';
  for (const { at, part, role } of places) {
    const { marks } = at,
      characters = [...newName].length;
    if (typeof part === 'object') continue;
    if (marks['x-format'] === 'tool-name') {
      const strangeCharacter = /[^\w-]/u.exec(newName)?.[0];
      if (strangeCharacter !== undefined)
        return `a tool name can only contain a-z, A-Z, 0-9, _ and -, not ${show(strangeCharacter)}`;
      if (characters > 64) return `a tool name has at most 64 characters, not ${characters}`;
    }
    if (marks.maxLength !== undefined && characters > marks.maxLength)
      return `it may have ${count(marks.maxLength, 'character')}, not ${characters}`;
    if (marks.pattern !== undefined && !new RegExp(marks.pattern, 'u').test(newName))
      return `it must be ${marks['x-form'] ?? `of the form ${marks.pattern}`}`;
    const list = name.kind === 'analysis-field' && role === 'declares' ? at.parent?.parent : undefined;
    if (list && presetsOf(list).includes(newName)) return `${show(newName)} is a field of the platform`;
  }
  return undefined;
}

/**
 * The reason why a tag cannot be renamed. A live tag must stay live and no other tag may become live, because that
 * would change the weight of the findings of its version.
 */
function whyNoTag(oldName: string, newName: string, { facts: { liveTags } }: Workspace): string | undefined {
  const tag = readTag(newName);
  if (typeof tag !== 'string' && isMalformed(tag)) return tag.message;
  if (liveTags.includes(oldName) === liveTags.includes(newName)) return undefined;
  const [liveName, otherName] = liveTags.includes(oldName) ? [oldName, newName] : [newName, oldName];
  const consequence = 'so the rename would change whether the tag is live; change liveTags first';
  return `tag ${liveName} is among the liveTags of the configuration and ${otherName} is not, ${consequence}`;
}

function whyNoVariable(newName: string): string | undefined {
  const strangeCharacter = /[{}\r\n]/.exec(newName)?.[0];
  if (strangeCharacter !== undefined) return `a variable name cannot contain ${show(strangeCharacter)}`;
  return isSystemVariable(newName) ? `the platform sets ${newName} itself` : undefined;
}
