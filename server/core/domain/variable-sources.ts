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
 * The source of a variable's value, strongest first; `system` and `conversation` variables have no value before the
 * call. `unknowable`: several sources have different values, and the configuration switches off the assumption about
 * the source that wins.
 */
export type VariableSource = 'call' | 'tag' | 'engine default' | 'system' | 'conversation' | 'unknowable';
export interface SourcedVariable {
  readonly name: string;
  /** undefined if nothing sets it before the call. */
  readonly value: string | undefined;
  /** The source; undefined if the variable stays unset, so that `{{name}}` remains in the text. */
  readonly source: VariableSource | undefined;
  /** The weaker sources that also set the variable; for an unknowable variable, all sources. */
  readonly hidden: readonly VariableSource[];
  readonly uses: readonly VariableUse[];
  /**
   * For a variable without a use: a place with its name in braces, where it is unknown whether the platform replaces
   * it.
   */
  readonly named?: { readonly file: string; readonly line: number } | undefined;
}
export interface SourcedVariables {
  /** The variables, sorted by name. */
  readonly variables: readonly SourcedVariable[];
  /** Why the list may lack variables, uses or values; null if it is complete. */
  readonly open: string | null;
  readonly assumptions: readonly Assumption[];
  /** Why the value of an unknowable variable is withheld. */
  readonly withheld: string | undefined;
}

/**
 * The dynamic variables of a call to what a reference selects, each with its value, source and uses. Spec: Versioning
 * 4; the order call, tag, engine default is the assumption `variable-precedence`.
 * @param call values in the request of the call: `service_llm_dynamic_variables` of a batch task, or typed ones
 * @param record the agent's record, if the resolution does not lead to it because it has no id
 */
export function callVariables(
  resolution: Resolution,
  workspace: Workspace,
  call?: Cursor | Readonly<Record<string, string>>,
  record: Cursor | undefined = recordOf(resolution, workspace),
): SourcedVariables {
  const engine = record && engineIn(record, workspace);
  // an engine has its components even if no agent runs it
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
    const phase = isSystemVariable(name) ? 'system' : inConversation;
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
      source: setting[0]?.[0] ?? phase,
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

/** A piece of a text: literal text, or a variable's value or placeholder. */
export interface FilledPart {
  readonly text: string;
  /** The variable; undefined for literal text. */
  readonly name?: string;
  /** undefined for a variable that nothing sets. */
  readonly source?: VariableSource | undefined;
}

/**
 * A text with the values of its variables. A variable without a value stays a placeholder; `unset` has the variables
 * that nothing sets.
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

/** The engine of an agent's record; an engine's record itself. */
export const engineIn = (record: Cursor, workspace: Workspace): Cursor | undefined =>
  isEngine(record) ? record : workspace.engineOf(record);

const defaultsOf = (engine: Cursor | undefined): Readonly<Record<string, string>> =>
  (engine && strings(engine.get('default_dynamic_variables'))) ?? {};

/** The default variables of the engine that a resolution leads to. */
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
