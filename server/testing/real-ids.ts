import { createHash } from 'node:crypto';
import { openSettings, openWorkspace } from '../state/open.ts';
import { rules } from '../../rules/index.ts';
import { agentName, recordName } from '../core/workspace/names.ts';

/** Matches ids of records as written in the samples. */
const writtenPattern = /\b(agent|llm|conversation_flow_component|conversation_flow)_[a-z]+\d{2}\b/g;
const realPattern = /\b(?:agent|llm|conversation_flow_component|conversation_flow)_[0-9a-f]{8,32}/g;
const idFor = (id: string, kind: string): string => `${kind}_${createHash('md5').update(id).digest('hex')}`;

/** Replaces the ids in texts and file names by ids in the form of the platform. */
export const withRealIds = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([file, text]) => [
      file.replace(writtenPattern, idFor),
      text.replace(writtenPattern, idFor),
    ]),
  );
export const realId = (id: string): string => id.replace(writtenPattern, idFor);

/** Returns a function that finds the lines of a text that show an id although the record has a name. */
export function bareIds(folder: string): (text: string) => string[] {
  const { workspace } = openWorkspace(openSettings(folder, rules), { today: '2026-01-15' });
  const ids = [
    ...[...workspace.tables.agents.keys()].filter(id => agentName(id, workspace) !== id),
    ...(['llm', 'conversation-flow'] as const).flatMap(kind =>
      [...workspace.tables.engines(kind).keys()].filter(id => recordName(kind, id, workspace) !== id),
    ),
    ...[...workspace.tables.components.keys()].filter(id => recordName('flow-component', id, workspace) !== id),
  ];
  // a text may show only the beginning of an id
  const isNamed = (id: string): boolean => ids.some(one => one.startsWith(id));
  return text =>
    text
      .replace(/&(?:quot|#34);/g, '"')
      .replaceAll('\\_', '_')
      .replace(/(?<=_[0-9a-f]{32},?| and)\n\s+/g, ' ')
      // removes lines of files, file names, quoted values, and ids after a name
      .replace(/^.*│.*$/gm, '')
      .replace(/[^\s"'`<>()|]*\.(?:jsonc?|csv)\b/g, '')
      .replace(/(["'`])[\w.-]+\1|\[\w+=[\w.-]+\]/g, '')
      .replace(/\((?:\w+_[0-9a-f]{32}(?:,? and |,? )?)+\)/g, '')
      .split('\n')
      .flatMap(line => ((line.match(realPattern) ?? []).some(isNamed) ? [line.trim()] : []));
}

/**
 * Yields the strings in a value, except for bare ids.
 * @param without keys to skip
 */
export function* textsOf(value: unknown, without: readonly string[] = []): Iterable<string> {
  if (typeof value === 'string') {
    if (value.replace(realPattern, '') !== '') yield value;
  } else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) if (!without.includes(key)) yield* textsOf(part, without);
}
