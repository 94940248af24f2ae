import { baselineText, entryOf, readBaseline, type Identity } from '../../core/configuration/baseline.ts';
import { baselineName, configurationName, isConfigurationFile } from '../../core/settings-files.ts';
import { layerIn, type Configuration } from '../../core/configuration/configuration.ts';
import { spelledAsGlob } from '../../core/configuration/globs.ts';
import { safeStablePointer } from '../../core/configuration/stable-pointer.ts';
import { identityOf } from '../../core/configuration/suppressions-and-baseline.ts';
import { groupNames } from '../../core/engine/groups.ts';
import { ruleNames } from '../../core/configuration/rule-names.ts';
import { REASON } from '../../core/configuration/suppress.ts';
import { suppressionEdit } from '../../core/configuration/with-suppression.ts';
import { configurationAdvice, knownValuesKey } from '../../core/domain/fields.ts';
import { showsCredential } from '../../core/secrets.ts';
import { listed, show } from '../../core/wording.ts';
import { Document } from '../../core/document.ts';
import { identifyingPointer, pointerOf, type Edit, type Finding } from '../../core/finding.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { textEditsOf } from '../../core/fixing/text-edits.ts';
import { isArray, isObject, property, type Json } from '../../core/json/json.ts';
import { locate } from '../../core/locate.ts';
import { join, type Pointer } from '../../core/json/pointer.ts';
import type { DocumentContext, ShownFinding } from '../context.ts';
import type { FileEdits } from '../file-change.ts';
import { allOf, type Action, type ActionContext, type SelectionContext } from './action.ts';
import { changesBetween } from './changes.ts';
import { firstOf } from './findings-at.ts';

/**
 * The actions that accept a finding in the configuration: they add a known value, or remove a suppression without
 * effect.
 */
export const settingsActions = (
  selection: DocumentContext,
  findings: readonly ShownFinding[],
  context: ActionContext,
): Action[] =>
  firstOf(
    findings.flatMap(({ finding }) =>
      isAboutSettings(finding, context) ? removeEntry(finding, context) : addKnownValue(finding, selection, context),
    ),
    ({ title }) => title,
  );

/** The action that replaces all of `disableActions` for an editor that requests them separately. */
export function disableLater(
  { span }: SelectionContext,
  findings: readonly ShownFinding[],
  context: ActionContext,
): Action[] {
  const acceptableFindings = findings.map(({ finding }) => finding).filter(finding => isAcceptable(finding, context)),
    rules = [...new Set(acceptableFindings.map(({ rule }) => rule))];
  if (rules.length === 0) return [];
  const title = `Disable ${listed(rules, 'or', 3)}…`;
  return [
    { title, kind: DISABLE, finding: acceptableFindings[0]!, edits: [], command: { name: 'disable', argument: span } },
  ];
}

export const DISABLE = 'quickfix.disable';

/** The ways to accept a finding without changing its file, in a fixed order: from one place to all files. */
export function disableActions(
  selection: DocumentContext,
  findings: readonly ShownFinding[],
  context: ActionContext,
): Action[] {
  const seenIds = new Set<string>();
  const suppressions: Action[] = [],
    ignoredActions: Action[] = [],
    severities: Action[] = [];
  for (const { finding, isBaselined } of findings) {
    if (!isAcceptable(finding, context)) continue;
    const identity = identityOf(finding, file => selection.workspace.document(file), context.configuration),
      { at: pointer } = identity;
    const isNew = !seenIds.has(`${finding.rule} ${pointer}`),
      isNewRule = !seenIds.has(finding.rule);
    seenIds.add(`${finding.rule} ${pointer}`).add(finding.rule);
    const isOneOfMany = findings.some(
      otherFinding =>
        otherFinding.finding.rule === finding.rule &&
        pointerOf(otherFinding.finding.target) !== pointerOf(finding.target),
    );
    // an entry with an empty pointer covers the whole file
    const isPart = typeof finding.target === 'object' && 'within' in finding.target,
      placeWords = isOneOfMany ? `at ${pointer}` : 'here';
    const narrowPlace = isPart
        ? `anywhere in ${isOneOfMany ? pointer : `this ${nounOfText(finding, selection)}`}`
        : placeWords,
      onePlace = pointer === '' ? 'in this file' : narrowPlace;
    // a finding with several places is accepted as a whole
    const n = (finding.also?.length ?? 0) + 1,
      placesText = n === 1 ? onePlace : `in ${allOf(n, 'place')}`;
    const document = selection.workspace.document(finding.file),
      entry = document ? safeStablePointer(document, identifyingPointer(finding)) : pointer;
    if (isNew && entry !== undefined) suppressions.push(suppress(finding, entry, placesText, context));
    const subject = isOneOfMany ? `${finding.rule} at ${pointer === '' ? 'the top' : pointer}` : `this ${finding.rule}`,
      ofAll = n === 1 ? subject : `${finding.rule} of ${allOf(n, 'place')}`;
    if (isNew && !isBaselined) ignoredActions.push(ignore(finding, identity, ofAll, context));
    if (isNewRule) severities.push(...turnOff(finding, context));
  }
  return [...suppressions, ...ignoredActions, ...severities];
}

/** The noun for the string of a finding: `prompt`, `instruction`; `text` if no model or caller gets the string. */
const nounOfText = ({ file, target }: Finding, { workspace }: DocumentContext): string =>
  workspace.document(file)?.at(pointerOf(target)).marks['x-text'] ?? 'text';

const isAboutSettings = ({ file }: Finding, { configuration }: ActionContext): boolean =>
  isConfigurationFile(file) || layerIn(configuration, file) !== undefined;

/**
 * Whether the finding can be accepted. In a file that is not JSON it cannot: nothing else in the file could be
 * checked.
 */
const isAcceptable = (finding: Finding, context: ActionContext): boolean =>
  finding.rule !== 'invalid-json' && !isAboutSettings(finding, context);

function suppress(finding: Finding, place: string, placesText: string, { settings }: ActionContext): Action {
  const entry = { rule: finding.rule, file: finding.file, at: place, reason: REASON };
  const action = { title: `Suppress ${finding.rule} ${placesText}`, kind: DISABLE, finding };
  return changedSettings(action, settings, value => {
    const addition = suppressionEdit(value, entry);
    return addition && { edit: addition.edit, blankPointer: join(addition.at, 'reason') };
  });
}

const aboutValues: ReadonlySet<string> = new Set([
  'invalid-enum-value',
  'newer-than-platform',
  'retired-value',
  'unrecognized-value',
]);
/** Adds the value of a finding to `knownValues`, which accepts it in every field with that name. */
function addKnownValue(finding: Finding, { document }: DocumentContext, { settings }: ActionContext): Action[] {
  if (!aboutValues.has(finding.rule) || finding.file !== document.file) return [];
  const node = document.at(pointerOf(finding.target)),
    value = node.string(),
    field = knownValuesKey(node);
  if (configurationAdvice(node) === undefined || value === undefined || field === undefined || showsCredential(value))
    return [];
  const title = `Add ${show(value)} to the known values of ${field}`;
  return [
    changedSettings({ title, kind: 'quickfix', finding }, settings, configuration => {
      const lists = property(configuration, 'knownValues'),
        list = property(lists, field),
        pointer = join('/knownValues', field);
      if (isArray(list)) return { edit: { set: join(pointer, list.length), to: value } };
      if (list !== undefined || (lists !== undefined && !isObject(lists))) return undefined;
      return { edit: lists ? { set: pointer, to: [value] } : { set: '/knownValues', to: { [field]: [value] } } };
    }),
  ];
}

/**
 * Turns a rule off for the file, its folder or all files. For a file or folder, `off` goes into a new last entry of
 * `overrides`, because the last entry wins, or into the last entry if it covers exactly these files.
 */
function turnOff(finding: Finding, { settings, configuration }: ActionContext): Action[] {
  const { rule, file } = finding,
    folder = file.slice(0, file.lastIndexOf('/') + 1),
    source = ownSource(configuration, rule, file);
  const offIn = (placesText: string, glob: string): Action =>
    changedSettings({ title: `Turn off ${rule} in ${placesText}`, kind: DISABLE, finding }, settings, value => {
      const overrides = property(value, 'overrides');
      if (overrides !== undefined && !isArray(overrides)) return undefined;
      if (!overrides) return { edit: { set: '/overrides', to: [{ files: [glob], rules: { [rule]: 'off' } }] } };
      const lastOverride = overrides.at(-1),
        files = property(lastOverride, 'files'),
        pointer = join('/overrides', overrides.length - 1, 'rules');
      const rules = property(lastOverride, 'rules'),
        isOwn = isArray(files) && files.length === 1 && files[0] === glob;
      return isOwn && isObject(rules)
        ? { edit: { set: join(pointer, writtenName(rules, rule, source, pointer)), to: 'off' } }
        : { edit: { set: join('/overrides', overrides.length), to: { files: [glob], rules: { [rule]: 'off' } } } };
    });
  const fileActions = [
    offIn('this file', globOf(file)),
    ...(folder === '' ? [] : [offIn(folder, `${spelledAsGlob(folder)}**`)]),
  ];
  // the last override wins, so turning the rule off for all files would have no effect on this file
  if (source !== undefined && !source.startsWith('/rules/')) return fileActions;
  return [
    ...fileActions,
    changedSettings({ title: `Turn off ${rule} everywhere`, kind: DISABLE, finding }, settings, value => {
      const rules = property(value, 'rules');
      if (rules !== undefined && !isObject(rules)) return undefined;
      return {
        edit: rules
          ? { set: join('/rules', writtenName(rules, rule, source, '/rules')), to: 'off' }
          : { set: '/rules', to: { [rule]: 'off' } },
      };
    }),
  ];
}

/** The place where the configuration itself sets a rule, which overrides every configuration that it extends. */
function ownSource({ document, sourceOf }: Configuration, rule: string, file: string): Pointer | undefined {
  const source = sourceOf(rule, file);
  return source?.document === document ? source?.pointer : undefined;
}

/**
 * The key under which to set a rule: an earlier name of the rule if the configuration uses that. The entry of a group
 * is kept, because the name of the rule overrides it.
 */
function writtenName(rules: Json, rule: string, source: string | undefined, place: string): string {
  const relativeName = source?.startsWith(`${place}/`) ? source.slice(place.length + 1) : rule;
  return Object.hasOwn(rules as object, rule) || groupNames.includes(relativeName) ? rule : relativeName;
}

/** The glob that selects exactly this file. A glob without a slash would select files of this name in every folder. */
export const globOf = (file: string): string => `${file.includes('/') ? '' : './'}${spelledAsGlob(file)}`;

type Change = {
  readonly edit: Edit;
  /** The pointer of the value that a person fills in. */ readonly blankPointer?: string;
};

/** The action that changes the configuration and keeps its comments and order, or creates the configuration. */
function changedSettings(
  action: Omit<Action, 'edits'>,
  settings: Document | undefined,
  changeOf: (value: Json) => Change | undefined,
): Action {
  const isEmpty = settings === undefined || settings.text.trim() === '';
  const document = isEmpty ? new Document(settings?.file ?? configurationName, '{}\n') : settings;
  if (!document.valid || !isObject(document.value))
    return { ...action, edits: [], disabledReason: `${configurationName} cannot be read; fix it first` };
  const { edit, blankPointer } = changeOf(document.value) ?? {};
  const edits = edit ? textEditsOf(document, { title: '', safe: true, edits: [edit] }) : [];
  const text = applyTextEdits(document.text, edits);
  if (text === undefined || edits.length === 0)
    return { ...action, edits: [], disabledReason: `${configurationName} has an unexpected layout` };
  const { file } = document;
  const fileEdits: FileEdits =
    settings === undefined
      ? { file, create: text }
      : { file, edits: isEmpty ? [{ start: 0, end: settings.text.length, text }] : edits };
  if (blankPointer === undefined) return { ...action, edits: [fileEdits] };
  const { start, end } = locate(new Document(document.file, text), blankPointer as '');
  return {
    ...action,
    edits: [fileEdits],
    select: { file, span: { start: start + 1, end: end - 1 }, placeholder: REASON },
  };
}

/** Removes a suppression without effect from the configuration. */
function removeEntry(finding: Finding, { settings }: ActionContext): Action[] {
  const entry = /^\/suppress\/\d+/.exec(String(finding.target))?.[0];
  if (!settings?.valid || settings.file !== finding.file || entry === undefined) return [];
  const edits = textEditsOf(settings, { title: '', safe: true, edits: [{ remove: entry as `/${string}` }] });
  return edits.length === 0
    ? []
    : [
        {
          title: 'Remove the suppression',
          kind: 'quickfix',
          finding,
          isPreferred: true,
          edits: [{ file: settings.file, edits }],
        },
      ];
}

/** Adds an entry to the baseline, where `lint --write-baseline` would put it. */
function ignore(finding: Finding, identity: Identity, subject: string, { baseline, rules }: ActionContext): Action {
  const action = { title: `Add ${subject} to the baseline`, kind: DISABLE, finding };
  const entry = entryOf(finding, identity);
  if (!baseline) return { ...action, edits: [{ file: baselineName, create: baselineText([entry]) }] };
  const formerBaseline = readBaseline(baseline.text, ruleNames(rules.rules), baseline.file);
  if ('message' in formerBaseline) {
    return {
      ...action,
      edits: [],
      disabledReason: `${baselineName} cannot be read; "preflight lint --write-baseline" writes a new one`,
    };
  }
  const { text } = baseline;
  const after =
    (text.startsWith('\ufeff') ? '\ufeff' : '') +
    baselineText([...formerBaseline, entry]).replaceAll('\n', text.includes('\r\n') ? '\r\n' : '\n');
  return { ...action, edits: [{ file: baseline.file, edits: changesBetween(text, after) }] };
}
