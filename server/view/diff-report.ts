import { longRequestOutput, textOutput } from './text-words.ts';
import { agentName, recordName } from '../core/workspace/names.ts';
import type { Diff, DiffSide, DiffVariable } from '../core/generated/outputs.js';
import { placeOf } from '../core/workspace/records.ts';
import { redactNamed } from '../core/secrets.ts';
import { safeResolution, sourceInWords } from '../simulator/resolution.ts';
import type { SourcedVariable } from '../core/domain/variable-sources.ts';
import type { ComparedVersion, ShownValue, VersionDiff } from '../compare/version-diff.ts';

/** A comparison of two versions as plain data: everything that the printers show. */
export interface DiffReport {
  /** What `--format json` prints: `schemas/outputs/diff.json`. */
  readonly result: Diff;
  /** The source and value of each variable, before and after. */
  readonly variables: readonly { readonly name: string; readonly before: string; readonly after: string }[];
  readonly sides: Readonly<Record<'before' | 'after', AskedSide>>;
  /** The names of both sides for people. */
  readonly names: Readonly<Record<'before' | 'after', SideNames>>;
}
interface SideNames {
  readonly agent: string;
  /** The name of the engine; '' if it has no name or cannot be found. */
  readonly engine: string;
}
/** How a side was requested; empty if it is a reference into the current files. */
export interface AskedSide {
  /** The path of the file with the record, as typed. */
  readonly file?: string | undefined;
  /** The earlier state that contains the record: `main (3f2a…)`. */
  readonly stateName?: string | undefined;
}

/**
 * Reports a comparison of two versions.
 * @param pathOf converts a path in the workspace of a side to the path that is shown
 */
export function diffReport(
  diff: VersionDiff,
  pathOf: (side: ComparedVersion, file: string) => string,
  sideOptions: (side: ComparedVersion) => AskedSide = () => ({}),
): DiffReport {
  const { before, after, changes, variables } = diff;
  const value = (shownValue: ShownValue | undefined, version: ComparedVersion) =>
    shownValue ? { file: pathOf(version, shownValue.file), at: shownValue.at, value: shownValue.value } : null;
  const result: Diff = {
    version: 1,
    before: sideOf(before, pathOf),
    after: sideOf(after, pathOf),
    differs: changes.length + variables.length > 0,
    changes: changes.map(
      ({ area, place: { labels, sort }, before: formerValue, after: shownValue, defaultValue, hidden, text }) => ({
        area,
        sort,
        labels,
        default: defaultValue ?? null,
        hidden,
        text: textOutput(text),
        before: value(formerValue, before),
        after: value(shownValue, after),
      }),
    ),
    variables: variables.map(({ name, before: formerVariable, after: variable }) => ({
      name,
      before: variableOf(formerVariable),
      after: variableOf(variable),
    })),
    long_requests: diff.longRequests.map(request => longRequestOutput(request, file => pathOf(after, file))),
    not_compared: diff.notCompared,
    assumptions: diff.assumptions,
  };
  return {
    result,
    sides: { before: sideOptions(before), after: sideOptions(after) },
    names: { before: namesOf(before), after: namesOf(after) },
    variables: variables.map(({ name, before: formerVariable, after: variable }) => ({
      name,
      before: variableInWords(formerVariable, before),
      after: variableInWords(variable, after),
    })),
  };
}

function namesOf({ resolution: { agentId }, name, parts, workspace }: ComparedVersion): SideNames {
  const engine = parts.find(({ kind }) => kind === 'llm' || kind === 'conversation-flow');
  return {
    agent: workspace.agent(agentId) ? agentName(agentId, workspace) : name || agentId,
    engine: engine && engine.id !== '' ? recordName(engine.kind, engine.id, workspace) : '',
  };
}

function sideOf(version: ComparedVersion, pathOf: (side: ComparedVersion, file: string) => string): DiffSide {
  const { resolution, record, name, parts, workspace } = version;
  return {
    resolution: safeResolution(resolution),
    agent_name: name ?? null,
    file: pathOf(version, placeOf(record).file),
    pointer: placeOf(record).pointer,
    parts: parts.flatMap(part =>
      part.kind === 'agent'
        ? []
        : {
            kind: part.kind,
            id: part.id === '' ? null : part.id,
            version: workspace.at(part).get('version').integer() ?? null,
            file: pathOf(version, part.file),
            pointer: part.pointer,
          },
    ),
  };
}

/** The published form of a variable. Versions are compared without a call, so no variable comes from a call. */
const variableOf = (variable: SourcedVariable | undefined): DiffVariable | null =>
  variable
    ? {
        value: variable.value === undefined ? null : redactNamed(variable.name, variable.value),
        source: variable.source === undefined || variable.source === 'call' ? 'unset' : variable.source,
      }
    : null;

/** The source and value of a variable in words, without weaker sources, which have no effect. */
function variableInWords(variable: SourcedVariable | undefined, { resolution, variables }: ComparedVersion): string {
  if (!variable) return 'neither set nor used';
  return sourceInWords(
    variable.source === 'unknowable' ? variable : { ...variable, hidden: [] },
    resolution,
    variables.withheld,
  );
}
