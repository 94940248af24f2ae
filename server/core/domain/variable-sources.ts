import { Cursor } from '../cursor.ts';
import { recordOf } from './tasks.ts';
import { isSystemVariable, templatesIn } from './templates.ts';
import { disjointParts, engineParts, lineNaming, needsOf, variablesIn, type VariableUse } from './variables.ts';
import { isEngine } from './agent-parts.ts';
import { strings } from '../workspace/records.ts';
import { refusalOf, type Assumption } from '../workspace/assumptions.ts';
import type { Resolution } from '../workspace/resolve.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * The source of a variable's value, from the strongest to the weakest; `system` and `conversation` variables have no
 * value before the call. `unknowable`: several sources have different values, and the configuration switches off the
 * assumption about the source that wins.
 */
export type VariableSource = 'call' | 'tag' | 'engine default' | 'system' | 'conversation' | 'unknowable';
export interface SourcedVariable {
  readonly name: string;
  /** The value; undefined if nothing sets it before the call. */
  readonly value: string | undefined;
  /** The source; undefined if the variable stays unset, so that `{{name}}` remains in the text. */
  readonly source: VariableSource | undefined;
  /** The weaker sources that also set the variable; for an unknowable variable, all sources. */
  readonly hidden: readonly VariableSource[];
  readonly uses: readonly VariableUse[];
  /**
   * For a variable without a use: a place with its name in braces. It is unknown whether the platform replaces the
   * name at that place.
   */
  readonly named?: { readonly file: string; readonly line: number } | undefined;
}
export interface SourcedVariables {
  /** The variables, sorted by name. */
  readonly variables: readonly SourcedVariable[];
  /** The reason why the list may lack variables, uses or values; null if the list is complete. */
  readonly open: string | null;
  readonly assumptions: readonly Assumption[];
  /** The reason why the value of an unknowable variable is not shown. */
  readonly withheld: string | undefined;
}

/**
 * The dynamic variables of a call to the version that a reference selects, each with its value, source and uses. Spec:
 * Versioning 4; the order call, tag, engine default is the assumption `variable-precedence`.
 * @param call values in the request of the call: `service_llm_dynamic_variables` of a batch task, or typed values
 * @param record the agent's record, if it has no id, so that the resolution cannot find it
 */
export function callVariables(
  resolution: Resolution,
  workspace: Workspace,
  call?: Cursor | Readonly<Record<string, string>>,
  record: Cursor | undefined = recordOf(resolution, workspace),
): SourcedVariables {
  const engine = record && engineIn(record, workspace);
  // an engine uses its components even if no agent runs the engine
  const agentParts = record && (isEngine(record) ? engineParts(record, workspace) : needsOf(record, workspace)?.parts),
    parts = disjointParts(agentParts ?? [record, engine].filter(part => part !== undefined));
  const layers: readonly (readonly [VariableSource, Readonly<Record<string, string>>])[] = [
    ['call', (call instanceof Cursor ? strings(call) : call) ?? {}],
    ['tag', resolution.variables ?? {}],
    ['engine default', defaultsOf(engine)],
  ];
  const refusal = refusalOf(['variable-precedence'], workspace.facts.refusedAssumptions);
  const variablesByPart = parts.map(variablesIn),
    names = new Set(layers.flatMap(([, values]) => Object.keys(values)));
  for (const { uses } of variablesByPart) for (const name of uses.keys()) names.add(name);
  const variables = [...names].sort().map((name): SourcedVariable => {
    const setting = layers.filter(([, values]) => Object.hasOwn(values, name));
    const inConversation = variablesByPart.some(part => part.setters.has(name)) ? 'conversation' : undefined;
    const laterSource = isSystemVariable(name) ? 'system' : inConversation;
    const uses = variablesByPart.flatMap(part => part.uses.get(name) ?? []),
      firstPlace = uses.length > 0 ? undefined : placeNaming(name, parts);
    if (refusal !== undefined && new Set(setting.map(([, values]) => values[name])).size > 1)
      return {
        name,
        value: undefined,
        source: 'unknowable',
        hidden: setting.map(([source]) => source),
        uses,
        named: firstPlace,
      };
    return {
      name,
      value: setting[0]?.[1][name],
      source: setting[0]?.[0] ?? laterSource,
      hidden: setting.slice(1).map(([source]) => source),
      uses,
      named: firstPlace,
    };
  });
  const hidesSetters = variables.some(({ hidden }) => hidden.length > 0);
  return {
    variables,
    open: incompleteReason(resolution, record, engine, agentParts !== undefined),
    assumptions: hidesSetters && refusal === undefined ? ['variable-precedence'] : [],
    withheld: refusal,
  };
}

const placeNaming = (name: string, parts: readonly Cursor[]): SourcedVariable['named'] =>
  parts
    .map(part => ({ file: part.document.file, line: lineNaming(name, part) }))
    .find((place): place is { file: string; line: number } => place.line !== undefined);

/** A piece of a text: literal text, or the value or placeholder of a variable. */
export interface FilledPart {
  readonly text: string;
  /** The name of the variable; undefined for literal text. */
  readonly name?: string;
  /** The source of the value; undefined for a variable that nothing sets. */
  readonly source?: VariableSource | undefined;
}

/**
 * A text with the values of its variables. A variable without a value stays a placeholder; `unset` contains the
 * variables that nothing sets.
 */
export function fillIn(
  text: string,
  variables: ReadonlyMap<string, Pick<SourcedVariable, 'value' | 'source'>>,
): { readonly text: string; readonly unset: readonly string[]; readonly pieces: readonly FilledPart[] } {
  const pieces: FilledPart[] = [];
  let endOffset = 0;
  for (const { name, start, end } of templatesIn(text)) {
    const { value, source = isSystemVariable(name) ? 'system' : undefined } = variables.get(name) ?? {};
    pieces.push({ text: text.slice(endOffset, start) }, { text: value ?? text.slice(start, end), name, source });
    endOffset = end;
  }
  pieces.push({ text: text.slice(endOffset) });
  return {
    text: pieces.map(piece => piece.text).join(''),
    unset: pieces.flatMap(({ name, source }) => (name !== undefined && source === undefined ? [name] : [])),
    pieces,
  };
}

/** The engine of an agent's record; for the record of an engine, the record itself. */
export const engineIn = (record: Cursor, workspace: Workspace): Cursor | undefined =>
  isEngine(record) ? record : workspace.engineOf(record);

const defaultsOf = (engine: Cursor | undefined): Readonly<Record<string, string>> =>
  (engine && strings(engine.get('default_dynamic_variables'))) ?? {};

/** The default variables of the engine that the version of a resolution runs. */
export function engineDefaults(resolution: Resolution, workspace: Workspace): Readonly<Record<string, string>> {
  const record = recordOf(resolution, workspace);
  return defaultsOf(record && workspace.engineOf(record));
}

function incompleteReason(
  { outcome, version, variablesOutcome }: Resolution,
  record: Cursor | undefined,
  engine: Cursor | undefined,
  isComplete: boolean,
): string | null {
  // a record without an id needs no resolution
  if (!record && outcome !== 'resolved') return null;
  if (!record)
    return `version ${version} of the agent is not in this workspace, so which variables it uses is not known`;
  if (isEngine(record)) return 'no agent in this workspace runs this engine, so what tags and calls set is not known';
  const ownServer = record.get('response_engine').get('type').value === 'custom-llm';
  if (!engine)
    return ownServer
      ? 'the engine is your own server, so what it uses is not known'
      : 'the engine is not in this workspace, so its variables and defaults are not known';
  if (!isComplete)
    return 'a shared component of the flow is not in this workspace, so which variables it uses is not known';
  return variablesOutcome === 'unknowable' ? 'the values of the tag are not known' : null;
}
