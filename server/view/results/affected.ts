import { recordName } from '../../core/workspace/names.ts';
import { maskSecrets } from '../../core/secrets.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Affected as AffectedOutput } from '../../core/generated/outputs.js';
import { count } from '../../core/numbers.ts';
import { clipped } from '../../core/wording.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import type { Kind } from '../../core/kinds.ts';
import type { AffectedRecord } from '../../compare/affected.ts';
import { blocksOf, code, list, section, title, words, type Block } from '../blocks.ts';

/** The name of a kind for people. */
export const kindShown = (kind: Kind): string => (kind === 'phone-number' ? 'number' : kind);

/** The affected records of one workspace. */
interface Part {
  /** Both states of the files. */
  readonly workspaces: readonly Workspace[];
  readonly records: readonly AffectedRecord[];
  /** Converts a path in the workspace to the path that is shown. */
  pathOf(file: string): string;
}

/** The content of `schemas/outputs/affected.json`. */
export const affectedOutput = (base: AffectedOutput['base'], parts: readonly Part[]): AffectedOutput => ({
  version: 1,
  base,
  records: parts.flatMap(({ records, workspaces, pathOf }) =>
    records.map(({ record, isChanged, path: through, leftOutCount: omitted }) => ({
      kind: kindShown(record.kind),
      id: record.id ?? null,
      record_version: record.version ?? null,
      file: pathOf(record.file),
      pointer: record.pointer,
      changed: isChanged,
      through: through.map(step => ({
        text: nameOfRecord(step, workspaces),
        file: pathOf(step.file),
        pointer: step.pointer,
      })),
      omitted,
    })),
  ),
});

/** The name of a record: `agent Front desk v2`, `engine of Front desk v3`, `test-case tests/greets.test-case.json`. */
function nameOfRecord({ kind, id, version, file }: AffectedRecord['record'], workspaces: readonly Workspace[]): string {
  const name = id === undefined ? file : nameOf(kind, id, workspaces),
    // the name of an engine includes its kind
    isKindNamed = (kind === 'llm' || kind === 'conversation-flow') && id !== undefined && name !== clipped(id);
  return [isKindNamed ? '' : kindShown(kind), name, version === undefined ? '' : `v${version}`]
    .filter(Boolean)
    .join(' ');
}
const nameOf = (kind: string, id: string, workspaces: readonly Workspace[]): string =>
  workspaces.map(workspace => namesOfRules(workspace).get(id)).find(Boolean) ??
  recordName(kind.includes('agent') ? 'agent' : kind, id, ...workspaces);

const ruleIds = {
  'alert-rule-response': '/alert_rule_id',
  'test-case-definition': '/test_case_definition_id',
} as const;
/** The names of alert rules and test cases, by id. */
const namesOfRules = (workspace: Workspace): ReadonlyMap<string, string> =>
  workspace.memory.remember(
    namesOfRules,
    undefined,
    () =>
      new Map(
        workspace.collect(ruleIds).flatMap((cursor): [string, string][] => {
          const [id, name] = [cursor.string(), cursor.sibling('name').string()];
          return id && name ? [[id, clipped(maskSecrets(name), 40)]] : [];
        }),
      ),
  );

/** The maximum number of records shown between the affected record and the change; JSON has longer paths. */
const MAX_RECORDS_BETWEEN = 1;
function stepsInWords(steps: AffectedOutput['records'][number]['through'], omittedCount: number): string {
  const texts = steps.map(({ text }) =>
    text
      .split(' ')
      .map(word => clipped(word))
      .join(' '),
  );
  const countBetween = texts.length - 2 + omittedCount;
  return (countBetween > MAX_RECORDS_BETWEEN ? [texts[0], `${countBetween} more`, texts.at(-1)] : texts).join(
    ', then ',
  );
}

/** The ids of the records, each on one line and only once; for a record without an id, its file. */
export const affectedIds = ({ records }: AffectedOutput): string =>
  [...new Set(records.map(({ id, file }) => id ?? file))].map(id => `${id}\n`).join('');

/** The records by kind, each with the path to the change. */
export function affectedBlocks(
  { records }: AffectedOutput,
  comparison: string,
  workspaces: readonly Workspace[],
): readonly Block[] {
  const changedCount = records.filter(record => record.changed).length,
    referringCount = records.length - changedCount;
  return blocksOf(
    title(
      records.length === 0
        ? 'No record is affected'
        : `${count(records.length, 'record')} affected: ${changedCount} changed, ${referringCount} that refer to changed records`,
    ),
    words(comparison, 'quiet'),
    [...groupsOf(records, ({ kind }) => kind)].map(([kind, group]) =>
      section(
        kind,
        kind,
        [
          list(
            kind,
            group.map(({ id, file, record_version: version, changed: isChanged, through, omitted }) => ({
              head: id === null ? code(file) : [nameOf(kind, id, workspaces), version === null ? '' : ` v${version}`],
              words: isChanged
                ? 'changed'
                : `through ${stepsInWords(through, omitted)}`.replace(/^through $/, 'refers to a changed record'),
              lines: id === null ? [] : [code(file)],
            })),
          ),
        ],
        { count: String(group.length) },
      ),
    ),
  );
}
