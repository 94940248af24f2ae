import type { Agent } from '../../core/workspace/agents.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { MatrixCell, VariableMatrix } from '../../view/panels/index.ts';
import { shownUnder } from '../../core/secrets.ts';
import { sourcedVariables, type SourcedVariable, type SourcedVariables } from '../../core/domain/variable-sources.ts';
import { placeOfValue, type FilePlace } from '../file-place.ts';
import { sourceName } from './variables.ts';

interface Column {
  readonly label: string;
  readonly live: boolean;
  readonly current: boolean;
  readonly place: FilePlace | null;
  readonly resolution: Resolution;
  readonly sourced: SourcedVariables;
}

/**
 * Every variable under every tag of an agent.
 * @param asked what is previewed; a version without a tag gets a column of its own
 * @returns null if there is nothing to show
 */
export function variableMatrix(
  agent: Agent,
  workspace: Workspace,
  asked?: Resolution,
): VariableMatrix<FilePlace> | null {
  const columns = columnsOf(agent, workspace, asked);
  const names = [...new Set(columns.flatMap(({ sourced }) => sourced.variables.map(({ name }) => name)))].sort();
  if (names.length === 0) return null;
  const found = columns.map(({ sourced }) => new Map(sourced.variables.map(one => [one.name, one])));
  const rows = names.map(name => ({
    name,
    cells: columns.map((column, i) => cellOf(found[i]!.get(name), column)),
  }));
  const holesIn = (index: number): number => rows.filter(({ cells }) => cells[index]!.state === 'hole').length;
  return {
    columns: columns.map(({ label, live, current, place, resolution, sourced }, i) => ({
      label,
      version: resolution.version,
      outcome: resolution.outcome,
      live,
      current,
      holes: holesIn(i),
      open: resolution.because ?? sourced.open,
      place,
    })),
    rows,
    holes: columns.reduce((sum, _, i) => sum + holesIn(i), 0),
  };
}

function columnsOf(agent: Agent, workspace: Workspace, asked: Resolution | undefined): Column[] {
  const { liveTags } = workspace.facts;
  const rank = (tag: string): number => (liveTags.includes(tag) ? liveTags.indexOf(tag) : liveTags.length);
  const isAsked = (tag: string, version: number | null): boolean =>
    asked !== undefined &&
    (asked.reference === tag || (typeof asked.reference !== 'string' && version !== null && asked.version === version));
  const columns = [...agent.tags.values()]
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1))
    .map(({ name, source, version }): Column => {
      const resolution = workspace.resolve(agent.id, name);
      return {
        label: name,
        live: liveTags.includes(name),
        current: isAsked(name, version ?? null),
        place: placeOfValue(source),
        resolution,
        sourced: sourcedVariables(resolution, workspace),
      };
    });
  if (!asked || asked.version === null || columns.some(({ current }) => current)) return columns;
  const own = workspace.resolve(agent.id, asked.version),
    record = agent.versions.get(asked.version)?.sources[0];
  return [
    ...columns,
    {
      label: `version ${asked.version}`,
      live: false,
      current: true,
      place: record ? placeOfValue(record) : null,
      resolution: own,
      sourced: sourcedVariables(own, workspace),
    },
  ];
}

function cellOf(one: SourcedVariable | undefined, { resolution, sourced }: Column): MatrixCell {
  const isKnown = resolution.outcome === 'resolved' && sourced.open === null;
  if (!one)
    return {
      state: isKnown ? 'unused' : 'unknowable',
      source: isKnown ? 'unset' : 'unknowable',
      value: null,
      used: false,
    };
  const source = sourceName(one, resolution),
    used = one.uses.length > 0,
    value = one.value === undefined ? null : shownUnder(one.name, one.value);
  return { state: stateOf({ source, value, used }), source, value, used };
}

function stateOf({ source, value, used }: Omit<MatrixCell, 'state'>): MatrixCell['state'] {
  if (source === 'unknowable') return 'unknowable';
  if (source === 'unset') return used ? 'hole' : 'unused';
  return value === null ? 'later' : 'set';
}
