import type { Configuration } from '../core/configuration/configuration.ts';
import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import type { RuleSet } from '../core/engine/lint.ts';
import { type Finding, pointerOf } from '../core/finding.ts';
import { withDraftFix } from '../core/domain/published.ts';
import { liveThrough } from '../core/domain/live-places.ts';
import { liveStatusOf } from '../core/index/superseded.ts';
import { parentOf } from '../core/json/pointer.ts';
import { type RecordWithId, placeOf, recordsOf } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { lostReferences } from './lost-references.ts';
import { changesBetween } from './changes.ts';
import { lostNamesBetween, type LostName } from './lost-names.ts';
import { besideLostNames, lostNameFindings, lostNumbers, lostReach, type LostFinding } from './lost-findings.ts';
import { newSince } from './new-findings.ts';

interface Comparison {
  readonly workspace: Workspace;
  readonly configuration: Configuration;
  /** The files of a change. A finding in any other file is a finding elsewhere. */
  readonly chosenDocuments: ReadonlySet<Document>;
  readonly rules: RuleSet;
  /** The former workspace: the chosen files and the removed files are in their former state. */
  readonly base: {
    readonly workspace: Workspace;
    /** The files whose former contents are unknown. */
    readonly unknown: ReadonlyMap<string, string>;
  };
  /** The name of the former state in messages. */
  readonly baseName: string;
  /** The names of all existing files of any kind. */
  readonly existingFiles: ReadonlySet<string>;
}

/** The new findings of a change, and the number of accepted breaks. */
export interface NewFindings {
  readonly outerFindings: readonly Finding[];
  readonly innerFindings: readonly Finding[];
  /** The number of newly broken references that the configuration accepts. */
  readonly acceptedCount: number;
  readonly lostNames: readonly LostName[];
}

/**
 * The findings in other files that a change causes. Only the changed files are reset to their former state, so other
 * changes on disk have no influence. A reference whose target existed before and is missing now is an error.
 */
export function causedElsewhere(
  outsideFindings: readonly Finding[],
  findings: readonly Finding[],
  comparison: Comparison,
): NewFindings {
  const { workspace, configuration, chosenDocuments, rules, base } = comparison,
    formerWorkspace = base.workspace,
    isSame = formerWorkspace === workspace;
  if (isSame && base.unknown.size === 0)
    return { outerFindings: [], innerFindings: findings, acceptedCount: 0, lostNames: [] };
  const isNew = new Set([
    ...findingsOfUnknownFiles(outsideFindings, comparison),
    ...(isSame ? [] : newSince(outsideFindings, { workspace, configuration }, formerWorkspace, rules)),
  ]);
  const { losses, lostFindings, acceptedCount, lostNames } = isSame
    ? { losses: [], lostFindings: [], acceptedCount: 0, lostNames: [] }
    : brokenFindings(formerWorkspace, comparison);
  const files = new Set([...chosenDocuments].map(({ file }) => file));
  return {
    ...addedByLoss(
      {
        outerFindings: [
          ...besideLostNames(outsideFindings, lostFindings, rules).filter(finding => isNew.has(finding)),
          ...lostFindings.filter(({ file }) => !files.has(file)),
        ],
        innerFindings: [
          ...besideLostNames(findings, lostFindings, rules),
          ...lostFindings.filter(({ file }) => files.has(file)),
        ],
      },
      losses,
      files,
      rules,
    ),
    acceptedCount,
    lostNames,
  };
}

/** The findings of files, and those about names in their texts whose definition is gone since the former state. */
export function withLostNames(
  findings: readonly Finding[],
  formerWorkspace: Workspace,
  {
    workspace,
    chosenDocuments,
    rules,
    configuration,
  }: Pick<Comparison, 'workspace' | 'chosenDocuments' | 'rules' | 'configuration'>,
): NewFindings {
  const files = new Set([...chosenDocuments].map(({ file }) => file)),
    lostNames = lostNamesBetween(formerWorkspace, workspace).filter(({ file }) => files.has(file)),
    lostFindings = lostNameFindings(lostNames, workspace, configuration.severityOf).map(finding =>
      withDraftFix(finding, workspace.document(finding.file)!, workspace),
    );
  return {
    innerFindings: [...besideLostNames(findings, lostFindings, rules), ...lostFindings],
    outerFindings: [],
    acceptedCount: lostNames.filter(({ acceptance }) => acceptance).length,
    lostNames,
  };
}

const RULE = 'lost-reference';
/** The maximum number of references that are named for one lost tag. */
const MAX_USERS = 5;
/** The findings about references that the change breaks, and about things that callers can no longer reach. */
function brokenFindings(formerWorkspace: Workspace, { workspace, configuration, baseName }: Comparison) {
  const plan = changesBetween({ workspace: formerWorkspace }, { workspace });
  const losses = lostReferences(plan, formerWorkspace, workspace, baseName).flatMap(
    ({ at, otherPlaces, message, fix, users = [] }): LostFinding[] => {
      const { file } = at.document,
        severity = configuration.severityOf(RULE, file) ?? 'error';
      if (severity === 'off') return [];
      const place = { file, pointer: at.pointer };
      const places = [place, ...users.map(placeOf)];
      const liveVersions = [workspace, formerWorkspace]
        .flatMap(state => places.map(place => liveThrough(place, state)))
        .find(({ length }) => length > 0);
      return [
        {
          finding: {
            rule: RULE,
            severity,
            file,
            target: at.pointer,
            message,
            ...(fix && { fix }),
            related: users.slice(0, MAX_USERS).map(user => ({
              file: user.document.file,
              target: user.pointer,
              message: 'used here',
            })),
            ...(liveVersions ? { live: liveVersions } : liveStatusOf(place, workspace)),
          },
          places: [at, ...otherPlaces].map(keyOf),
        },
      ];
    },
  );
  const acceptedLosses = [...plan.changes, ...plan.reach.groups().map(({ first }) => first), ...plan.lostNames].filter(
    loss => loss.acceptance,
  );
  const lostFindings = [
    ...lostReach(plan.reach, workspace, configuration.severityOf),
    ...lostNameFindings(plan.lostNames, workspace, configuration.severityOf),
  ].map(finding => withDraftFix(finding, workspace.document(finding.file)!, workspace));
  const states = { before: formerWorkspace, after: workspace },
    numbers = lostNumbers(plan.callers, states, baseName, configuration.severityOf);
  return {
    losses: [...losses, ...numbers],
    lostFindings,
    acceptedCount: acceptedLosses.length,
    lostNames: plan.lostNames,
  };
}

/**
 * Adds the losses to the findings, with one finding per cause: a rule that reports the missing target wins over other
 * findings about a broken reference.
 */
function addedByLoss(
  { outerFindings, innerFindings }: Pick<NewFindings, 'outerFindings' | 'innerFindings'>,
  losses: readonly LostFinding[],
  chosenFiles: ReadonlySet<string>,
  { replacedBy }: RuleSet,
): Pick<NewFindings, 'outerFindings' | 'innerFindings'> {
  if (losses.length === 0) return { outerFindings, innerFindings };
  const lostRules = new Set(losses.map(({ finding }) => finding.rule)),
    isReplaced = ({ rule }: Finding): boolean => [...lostRules].some(id => replacedBy.get(rule)?.has(id));
  const placeOfFinding = ({ file, target }: Finding): string => keyOf({ file, pointer: pointerOf(target) });
  const visiblePlaces = new Set(
    [...outerFindings, ...innerFindings]
      .filter(finding => finding.severity === 'error' && isReplaced(finding))
      .map(placeOfFinding),
  );
  const newLosses = losses.filter(({ places }) => !places.some(place => visiblePlaces.has(place)));
  const coveredPlaces = new Set(newLosses.flatMap(({ places }) => places));
  const remainingFindings = (findings: readonly Finding[]): Finding[] =>
    findings.filter(finding => !isReplaced(finding) || !coveredPlaces.has(placeOfFinding(finding)));
  const newFindingsIn = (isInside: boolean): Finding[] =>
    newLosses.map(({ finding }) => finding).filter(({ file }) => chosenFiles.has(file) === isInside);
  return {
    outerFindings: [...remainingFindings(outerFindings), ...newFindingsIn(false)],
    innerFindings: [...remainingFindings(innerFindings), ...newFindingsIn(true)],
  };
}

/** The findings that may be caused by files whose former contents are unknown. */
function findingsOfUnknownFiles(
  outsideFindings: readonly Finding[],
  {
    workspace,
    chosenDocuments,
    base: { unknown },
    existingFiles,
  }: Pick<Comparison, 'workspace' | 'chosenDocuments' | 'base' | 'existingFiles'>,
): readonly Finding[] {
  if (unknown.size === 0) return [];
  // the deleted file may have contained any record, so every reference may be affected
  if ([...unknown.keys()].some(file => !existingFiles.has(file)))
    return outsideFindings.filter(finding => referencesAt(finding, workspace).length > 0);
  return findingsAboutRecords(
    outsideFindings,
    workspace,
    new Set([...chosenDocuments].filter(({ file }) => unknown.has(file))),
  );
}

/** The records in a document to which other records can refer. */
export function identifiedRecords(document: Document): readonly RecordWithId[] {
  const { agents, listItems, versionSummaries, engines, components, phoneNumbers } = recordsOf(document);
  return [agents, listItems, versionSummaries, engines, components, phoneNumbers].flat();
}

/** The findings in other files about a record of these files, for a change without a former state. */
export function findingsAboutRecords(
  outsideFindings: readonly Finding[],
  workspace: Workspace,
  documents: ReadonlySet<Document>,
): Finding[] {
  const files = new Set([...documents].map(({ file }) => file));
  const ids = new Set<unknown>([...documents].flatMap(identifiedRecords).map(({ id }) => id));
  return outsideFindings.filter(
    finding =>
      finding.related.some(({ file }) => files.has(file)) ||
      referencesAt(finding, workspace).some(({ value }) => ids.has(value)),
  );
}

/** The references at or beside the place of a finding. */
function referencesAt({ file, target }: Finding, workspace: Workspace): Cursor[] {
  const pointer = pointerOf(target);
  return [pointer, parentOf(pointer)].flatMap(pointer => {
    const place = workspace.document(file)?.at(pointer);
    return place ? [place, ...place.entries()].filter(isReference) : [];
  });
}
const isReference = ({ marks, value }: Cursor): boolean =>
  marks['x-reference'] !== undefined && typeof value === 'string';
