import type { Diff, DiffVariable } from '../core/generated/outputs.js';
import { placeOf } from '../core/workspace/records.ts';
import { safeResolution, safeValue } from '../simulator/resolution-words.ts';
import { shownResolution } from '../simulator/resolution.ts';
import type { SourcedVariable } from '../simulator/variable-sources.ts';
import type { ComparedVersion, ShownValue } from '../simulator/version-diff.ts';
import { differs, type DiffReport } from './diff-words.ts';

/** The output for machines: `schemas/outputs/diff.json`. */
export function diffJson(report: DiffReport): string {
  const { before, after, changes, variables, notCompared, assumptions, shown } = report;
  const side = (version: ComparedVersion) => {
    const { resolution, record, name, parts, workspace } = version;
    return {
      resolution: safeResolution(shownResolution(resolution), null),
      agent_name: name ?? null,
      file: shown(version, placeOf(record).file),
      pointer: placeOf(record).pointer,
      parts: parts.flatMap(part =>
        part.kind === 'agent'
          ? []
          : {
              kind: part.kind,
              id: part.id === '' ? null : part.id,
              version: workspace.at(part).get('version').integer() ?? null,
              file: shown(version, part.file),
              pointer: part.pointer,
            },
      ),
    };
  };
  const value = (one: ShownValue | undefined, version: ComparedVersion) =>
    one ? { file: shown(version, one.file), at: one.at, value: one.value } : null;
  const variable = (one: SourcedVariable | undefined) =>
    one ? { value: one.value === undefined ? null : safeValue(one.name, one.value), source: sourceOf(one) } : null;
  const output: Diff = {
    version: 1,
    before: side(before),
    after: side(after),
    differs: differs(report),
    changes: changes.map(({ area, place: { labels, sort }, before: was, after: is, usual, hidden }) => ({
      area,
      sort,
      labels,
      default: usual ?? null,
      hidden,
      before: value(was, before),
      after: value(is, after),
    })),
    variables: variables.map(({ name, before: was, after: is }) => ({
      name,
      before: variable(was),
      after: variable(is),
    })),
    not_compared: notCompared,
    assumptions,
  };
  return `${JSON.stringify(output, undefined, 2)}\n`;
}

/** There is no call yet that could set a variable. */
const sourceOf = ({ source }: SourcedVariable): DiffVariable['source'] =>
  source === undefined || source === 'call' ? 'unset' : source;
