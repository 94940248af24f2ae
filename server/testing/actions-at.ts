import { rules } from '../../rules/index.ts';
import { defaultConfiguration, type Configuration } from '../core/configuration/configuration.ts';
import { readBaseline } from '../core/configuration/baseline.ts';
import { settle } from '../core/configuration/suppressions-and-baseline.ts';
import { configurationDocument, readConfiguration } from '../core/configuration/read.ts';
import { ruleNames } from '../core/configuration/rule-names.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import type { Finding } from '../core/finding.ts';
import { applyTextEdits } from '../core/fixing/apply.ts';
import type { WorkspaceSettings } from '../core/workspace/workspace-settings.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { actionsAt, type Action, type ActionContext, type SelectionContext } from '../features/actions/actions.ts';
import type { ShownFinding } from '../features/context.ts';
import { CARET } from './caret.ts';
import { filesOf } from './fixture.ts';

const everyRule = new RuleSet(rules);
/** The texts of files, keyed by file name. */
export type Texts = Readonly<Record<string, string>>;

export interface Acting {
  readonly request: SelectionContext;
  readonly findings: readonly ShownFinding[];
  readonly context: ActionContext;
  /** All findings, including suppressed findings and those in the baseline. */
  readonly linted: readonly Finding[];
}

/**
 * Returns the context of a code action request over these files: linted, with their configuration and baseline
 * applied. If a configuration is the only file, the configuration itself is linted.
 * @param result an existing workspace or findings, used instead of new ones
 */
export function actingIn(
  texts: Texts,
  file: string,
  span: SelectionContext['span'],
  set = everyRule,
  result: { readonly workspace?: Workspace; readonly linted?: readonly Finding[] } = {},
): Acting {
  const wordsOf = (name: string): Document | undefined =>
    texts[name] === undefined ? undefined : new Document(name, texts[name]);
  const settings = wordsOf('preflight.config.json'),
    baseline = wordsOf('preflight.baseline.json');
  const configuration = (settings && readConfiguration(settings.text, set.rules).configuration) ?? defaultConfiguration;
  const entries = baseline ? readBaseline(baseline.text, ruleNames(set.rules)) : [];
  const workspace = result.workspace ?? new Workspace(documentsOf(texts, configuration), factsOf(configuration));
  const lintedFindings =
    result.linted ?? workspace.documents.flatMap(document => lint(document, workspace, set, configuration));
  const { findings, baselinedFindings: baselined } = settle(
    lintedFindings,
    workspace,
    configuration,
    'message' in entries ? [] : entries,
  );
  const document = workspace.document(file) ?? new Document(file, texts[file] ?? '');
  return {
    request: { workspace, savedWorkspace: workspace, document, span },
    findings: [
      ...findings.map(finding => ({ finding, isBaselined: false })),
      ...baselined.map(finding => ({ finding, isBaselined: true })),
    ],
    context: { rules: set, configuration, settings, baseline, isTrusted: true },
    linted: lintedFindings,
  };
}

function documentsOf(texts: Texts, configuration: Configuration): Document[] {
  const settings = texts['preflight.config.json'];
  const platform = Object.keys(texts)
    .filter(name => !name.startsWith('preflight.'))
    .sort();
  return platform.length === 0 && settings !== undefined
    ? [configurationDocument(settings)]
    : platform.map(name => new Document(name, texts[name]!, 0, configuration.kindOf(name)));
}
const factsOf = ({ facts }: Configuration): Partial<WorkspaceSettings> => ({
  today: '2026-01-15',
  ruleNames: ruleNames(rules),
  ...facts,
});

/** Splits a fixture into its files, and returns the span at its caret, or between its two carets. */
export function textsOf(fixture: string): {
  readonly texts: Texts;
  readonly file: string;
  readonly span: SelectionContext['span'];
} {
  const markedFiles = filesOf(fixture);
  const [file, text] = markedFiles.find(([, content]) => content.includes(CARET))!;
  const start = text.indexOf(CARET),
    end = text.lastIndexOf(CARET);
  const texts = Object.fromEntries(markedFiles.map(([name, content]) => [name, content.replaceAll(CARET, '')]));
  return { texts, file, span: { start, end: end === start ? start : end - 1 } };
}

/** Returns every code action that is offered at the carets of a fixture. */
export function actionsIn(
  fixture: string,
  more: Partial<ActionContext> = {},
): { readonly actions: Action[]; readonly texts: Texts; readonly acting: Acting } {
  const { texts, file, span } = textsOf(fixture);
  const acting = actingIn(texts, file, span);
  return { actions: actionsAt(acting.request, acting.findings, { ...acting.context, ...more }), texts, acting };
}

/**
 * Applies the edits of an action to the texts.
 * @throws Error if edits overlap or are out of range, or if a file to create exists
 */
export function withFileEdits(texts: Texts, edits: Action['edits']): Texts {
  const after = { ...texts };
  for (const change of edits) {
    if ('create' in change) {
      if (after[change.file] !== undefined) throw new Error(`${change.file} is there already`);
      after[change.file] = change.create;
      continue;
    }
    const text = after[change.file] === undefined ? undefined : applyTextEdits(after[change.file]!, change.edits);
    if (text === undefined) throw new Error(`the edits of ${change.file} do not fit it`);
    after[change.file] = text;
  }
  return after;
}

/** The titles of the actions offered at the carets, each after its kind; `*` marks preferred actions. */
export const titles = (fixture: string, more: Partial<ActionContext> = {}): string[] =>
  actionsIn(fixture, more).actions.map(
    ({ title, kind, isPreferred: preferred, disabledReason: disabled }) =>
      `${kind}${preferred ? '*' : ''}: ${title}${disabled ? ` – ${disabled}` : ''}`,
  );

/** The titles of the actions that are offered for every finding of a rule. */
export const usual = (rule: string): string[] => [
  `quickfix.disable: Suppress ${rule} here`,
  `quickfix.disable: Add this ${rule} to the baseline`,
  `quickfix.disable: Turn off ${rule} in this file`,
  `quickfix.disable: Turn off ${rule} everywhere`,
  `quickfix: Explain ${rule}`,
];

/** Applies an action, and prints the files that it changes; `‹` and `›` enclose the text that the action selects. */
export function outcomeOf(fixture: string, title: string, more: Partial<ActionContext> = {}): string {
  const { actions, texts } = actionsIn(fixture, more);
  const action = actions.find(action => action.title === title);
  if (!action) throw new Error(`there is no "${title}" among ${actions.map(action => action.title).join(', ')}`);
  const after = withFileEdits(texts, action.edits);
  return `\n${action.edits
    .map(({ file }) => {
      const { start = 0, end = 0 } = action.select?.file === file ? action.select.span : {};
      const text = after[file]!;
      const isSelected = action.select?.file === file;
      const words = isSelected ? `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}` : text;
      return `-- ${file} --\n${words}`;
    })
    .join('')}`;
}
