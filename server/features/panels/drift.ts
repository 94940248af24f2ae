import { placeInRecord } from '../../compare/areas.ts';
import { takeOver } from '../../compare/drift-edits.ts';
import { driftSides } from '../../compare/drift-values.ts';
import { resolveStable } from '../../core/configuration/stable-pointer.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import type { TextEdit } from '../../core/finding.ts';
import type { Drift } from '../../core/generated/outputs.js';
import { count } from '../../core/numbers.ts';
import { placeOf } from '../../core/workspace/records.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { PanelAnswer } from '../../view/panel-answer.ts';
import { valueKey, type PanelOf } from '../../view/results/asked.ts';
import { changeAt, driftBlocks, driftOutput, type DriftPart } from '../../view/results/drift.ts';
import { withNewFiles } from '../actions/drift-takeover.ts';
import type { FileEdits } from '../file-change.ts';
import { placeIn } from './places.ts';

/** The places and values in the editor for the values of a comparison. */
export function panelOf(workspace: Workspace): PanelOf {
  const cursorOf = ({ file, at }: { readonly file: string; readonly at: string }): Cursor | undefined => {
    const document = workspace.document(file),
      [pointer] = document ? resolveStable(document, at) : [];
    return pointer === undefined ? undefined : document?.at(pointer);
  };
  return {
    place: location => {
      const cursor = cursorOf(location);
      return cursor ? placeIn(workspace, placeOf(cursor)) : null;
    },
    nameOf: location => {
      const cursor = cursorOf(location);
      return cursor && placeInRecord(cursor).place.labels.join(', ');
    },
  };
}

/**
 * The panel of the differences between the files and the platform, with buttons to take them.
 * @param source what is compared, in words
 * @param isPage whether it is a saved page, which cannot open or take anything
 */
export function driftPanel(part: DriftPart, base: Drift['base'], source: string, isPage = false): PanelAnswer {
  const result = driftOutput(base, [part]),
    { values, there_only: newCount } = result.summary;
  return {
    words: `${count(values, 'value')} differ, ${count(newCount, 'record')} only on the platform`,
    blocks: driftBlocks(result, [part], {
      comparison: source,
      isComplete: false,
      ...(!isPage && { inPanel: panelOf(part.filesWorkspace) }),
    }),
  };
}

/**
 * Edits that take changes of the platform's side, each as small as possible.
 * @param keys of values and records; by default those that `drift --write` takes: everything that changed only on the
 * platform
 */
export function takeDrift(
  part: DriftPart,
  keys: readonly string[] | undefined,
  configuration: Configuration,
): { readonly edits: readonly FileEdits[] } | { readonly reason: string } {
  const { filesWorkspace: here, accountWorkspace: there } = part,
    keySet = keys && new Set(keys);
  const isFresh = (file: string, at: string): boolean => keySet?.has(valueKey({ file, at })) !== false;
  const { workspace, leftovers } = withNewFiles(
    takeOver({
      filesWorkspace: here,
      accountWorkspace: there,
      records: part.records.filter(
        record =>
          record.fileRecord ??
          (record.accountRecord && isFresh(record.accountRecord.file, record.accountRecord.pointer)),
      ),
      sides: keySet ? driftSides : ['there'],
      isChosen: (value, { fileRecord: record }) =>
        keySet?.has(valueKey({ file: record!.file, at: changeAt(value, here.document(record!.file)!) })) !== false,
    }),
    part.records.filter(
      record => record.accountRecord && isFresh(record.accountRecord.file, record.accountRecord.pointer),
    ),
    there,
    here,
    configuration,
  );
  if (leftovers.length > 0) return { reason: `${leftovers[0]} cannot be edited to match the platform` };
  const edits = workspace.documents.flatMap(({ file, text }): FileEdits[] => {
    const before = here.document(file)?.text;
    if (before === text) return [];
    return [before === undefined ? { file, create: text } : { file, edits: [smallestEdit(before, text)] }];
  });
  return edits.length > 0 ? { edits } : { reason: 'nothing is left to take' };
}

/** The edit that replaces the differing part of two texts, without their common beginning and end. */
function smallestEdit(before: string, after: string): TextEdit {
  const length = Math.min(before.length, after.length);
  let start = 0,
    end = 0;
  while (start < length && before[start] === after[start]) start++;
  while (end < length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}
