import { dirname, resolve } from 'node:path';
import { appliesTo, type ConfigurationPlace, type Suppression } from '../core/configuration/configuration.ts';
import { resolveStable } from '../core/configuration/stable-pointer.ts';
import { Document } from '../core/document.ts';
import { rangeOf } from '../core/engine/report.ts';
import type { Config } from '../core/generated/outputs.js';
import type { KindMatch } from '../core/kinds.ts';
import { locate } from '../core/locate.ts';
import { property } from '../core/json/json.ts';
import type { Pointer } from '../core/json/pointer.ts';
import { count } from '../core/wording.ts';
import { findFiles, type FilesIn } from '../state/find.ts';
import { isJsonName, pathWithin } from '../state/paths.ts';
import { type Settings } from '../state/open.ts';
import { settingsOf } from './terminal/workspaces.ts';
import { type WorkspaceRoot, placeOf } from '../state/root.ts';
import { readText } from '../state/text.ts';
import { command, formatOption } from './terminal/command.ts';
import { rules } from '../../rules/index.ts';
import { UsageError, type Io, pathFrom, today } from './terminal/io.ts';
import { printable, publishedJson, makeReadable } from '../view/printable.ts';
import { statsOf } from '../state/regular-file.ts';

/** Prints the settings that apply to a file, and where each is set: `preflight config FILE`. */
export const config = command(
  {
    name: 'config',
    readsConfiguration: true,
    operands: 'FILE',
    completes: 'path',
    about: `Show the settings that apply to a file and where each comes from: its kind, whether it is ignored, rules with a
changed severity, suppressions, and baseline entries.`,
    options: {
      format: formatOption(['text', 'json']),
    },
    helpEnding: `Examples
  preflight config agents/desk.agent.json`,
  },
  ({ values, positionals }, io) => {
    const [file, ...rest] = positionals;
    const format = values.format ?? 'text';
    if (file === undefined || rest.length > 0) throw new UsageError('config takes one file');
    const path = resolve(io.cwd, file);
    const stats = statsOf(path);
    if (!stats) throw new UsageError(`there is no file ${file}`);
    if (stats.isDirectory()) throw new UsageError(`${file} is a folder; config takes one file`);
    const { answer, select } = tell(path, placeOf(dirname(path), io.cwd), io);
    io.stdout.write(format === 'json' ? publishedJson({ version: 1, ...answer }) : text(answer, select));
    return Promise.resolve(0);
  },
);

/** The pointer of `select`, the selection of rules, in a configuration. */
const SELECT: Pointer = '/select';

type ConfigAnswer = Omit<Config, 'version'>;

function tell(
  path: string,
  { root, isLoose }: WorkspaceRoot,
  io: Io,
): { answer: ConfigAnswer; select: string | undefined } {
  const { configuration, baseline } = settingsOf(io, root);
  const file = pathWithin(root, path) ?? path;
  const document = documentAt(path, file, configuration.kindOf(file));
  const placeOf = ({ document, pointer }: ConfigurationPlace, isKey = true): string =>
    place(io, root, document, pointer, isKey);
  const select =
    property(configuration.document?.value, 'select') === undefined
      ? undefined
      : placeOf({ document: configuration.document!, pointer: SELECT });
  const answer: ConfigAnswer = {
    file: pathFrom(io, root, path),
    root: pathFrom(io, root, root),
    configuration: configuration.document ? pathFrom(io, root, configuration.document.file) : null,
    baseline: baseline ? pathFrom(io, root, 'preflight.baseline.json') : null,
    kind: document?.match?.kind ?? null,
    kind_by: document?.match?.by ?? null,
    passed_over: skipReason(
      path,
      file,
      isLoose ? undefined : findFiles(root, { isIgnored: configuration.isIgnored, explain: true }),
      document,
    ),
    rules: rules
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap(rule => {
        const source = configuration.sourceOf(rule.id, file),
          severity = configuration.severityOf(rule.id, file);
        return source === undefined || severity === undefined
          ? []
          : [{ rule: rule.id, default: rule.severity, severity, from: placeOf(source) }];
      }),
    suppressions: configuration.suppress
      .filter(entry => appliesTo(entry, file))
      .map(entry => suppression(entry, document, placeOf(entry, false))),
    baselined: (baseline ?? [])
      .filter(entry => entry.file === file)
      .map(({ rule, at, count }) => ({ rule, at, count })),
  };
  return { answer, select };
}

function documentAt(
  path: string,
  file: string,
  kind: ReturnType<Settings['configuration']['kindOf']>,
): Document | undefined {
  if (!isJsonName(path)) return undefined;
  try {
    return new Document(file, readText(path).text, 0, kind);
  } catch {
    return undefined;
  }
}

function suppression(
  { rule, at, reason, until }: Suppression,
  document: Document | undefined,
  origin: string,
): ConfigAnswer['suppressions'][number] {
  return {
    rule,
    at,
    reason,
    until: until ?? null,
    expired: until !== undefined && until < today(),
    places: document ? resolveStable(document, at) : [],
    from: origin,
  };
}

/**
 * The reason why a file is skipped; null if it is checked.
 * @param workspaceFile the files of the workspace; undefined for a file outside of all workspaces
 */
function skipReason(
  path: string,
  file: string,
  workspaceFile: FilesIn | undefined,
  document: Document | undefined,
): string | null {
  if (!isJsonName(path)) return 'its name ends neither in .json nor in .jsonc';
  if (workspaceFile && !workspaceFile.files.includes(file)) {
    const entry = workspaceFile.passedOver.find(({ path }) => path === file || file.startsWith(`${path}/`));
    if (entry) return entry.path === file ? entry.reason : `${entry.reason.replace(/\bit\b/, entry.path)}`;
    return /(^|\/)(node_modules|\.git)\//.test(file)
      ? 'node_modules and .git are never searched'
      : 'it cannot be reached from the root of the workspace';
  }
  if (!document) return 'it cannot be read';
  return document.kind ? null : 'no glob in the configuration, file name or content identifies its kind';
}

function place(io: Io, root: string, document: Document, pointer: Pointer, isKey: boolean): string {
  const { start } = rangeOf(document, locate(document, isKey ? { key: pointer } : pointer));
  return `${pathFrom(io, root, document.file)}:${start.line}:${start.column}`;
}

const reasons = {
  configuration: 'by a glob under "files" in the configuration',
  name: 'by its name',
  content: 'by its content',
} as const satisfies Record<KindMatch['by'], string>;

/** @param select the place of the selection of rules; undefined if all rules apply */
function text(answer: ConfigAnswer, select: string | undefined): string {
  const lines = [
    printable(answer.file),
    `  workspace      ${printable(answer.root)}`,
    `  configuration  ${printable(answer.configuration ?? 'none (defaults)')}`,
    `  baseline       ${printable(answer.baseline ?? 'none')}`,
    `  kind           ${answer.kind === null ? 'none' : `${answer.kind}, ${reasons[answer.kind_by!]}`}`,
    `  skipped        ${printable(answer.passed_over ?? 'no')}`,
  ];
  const leftOut = answer.rules.filter(({ from }) => from === select),
    changedRules = answer.rules.filter(rule => !leftOut.includes(rule));
  if (select !== undefined)
    lines.push(`  left out       ${count(leftOut.length, 'rule')} that ${select} does not select`);
  if (changedRules.length > 0)
    lines.push(
      '',
      'Rules that the configuration changes here:',
      ...changedRules.map(({ rule, default: before, severity, from }) => `  ${rule}  ${before} → ${severity}  ${from}`),
    );
  if (answer.suppressions.length > 0) {
    lines.push(
      '',
      'Suppressions:',
      ...answer.suppressions.flatMap(({ rule, at, reason, until, expired, places, from }) => [
        `  ${rule} at ${makeReadable(at) || 'any place'}  ${from}`,
        `    because ${makeReadable(reason)}${until === null ? '' : `, until ${until}${expired ? ' (which is past)' : ''}`}`,
        ...(places.length === 0 ? ['    which does not exist in this file'] : []),
      ]),
    );
  }
  if (answer.baselined.length > 0)
    lines.push(
      '',
      'In the baseline:',
      ...answer.baselined.map(
        ({ rule, at, count: n }) =>
          `  ${rule} at ${makeReadable(at) || 'the root'}${n > 1 ? `, ${count(n, 'time')}` : ''}`,
      ),
    );
  return `${lines.join('\n')}\n`;
}
