import type { ResolveResolution } from '../core/generated/outputs.js';
import type { Place } from '../core/workspace/records.ts';
import type { Room } from '../core/room.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import { NOT_SHOWN, redactNamed } from '../core/secrets.ts';
import { count, firstLines, show } from '../core/wording.ts';
import { assumptions, type Assumption } from '../core/workspace/assumptions.ts';
import type { SourcedVariable } from '../core/domain/variable-sources.ts';

/**
 * A resolution in its output form. Every key is present, with null if it does not apply. Spec: Versioning 3 and 4.
 * @param place the place of the reference (without a version: of the agent's id), whose file is a path as shown
 */
export const shownResolution = (resolution: Resolution, place?: Place): ResolveResolution => ({
  agent_id: resolution.agentId,
  reference: resolution.reference,
  outcome: resolution.outcome,
  agent_version: resolution.version,
  is_published: resolution.isPublished,
  variables_from: resolution.variablesFrom,
  dynamic_variables: resolution.variables,
  assumptions: resolution.assumptions,
  variables_outcome: resolution.variablesOutcome,
  because: resolution.because,
  candidates: resolution.candidates,
  steps: resolution.steps,
  file: place?.file ?? null,
  pointer: place?.pointer ?? null,
});

/**
 * A resolution with a limited number of candidates, because an output may have many references with many candidates
 * each.
 */
export const withCandidates = <R extends Pick<ResolveResolution, 'candidates'>>(result: R, room: Room): R =>
  result.candidates === null ? result : { ...result, candidates: room.take(result.candidates, candidate => candidate) };

/** A value in quotes, clipped if it is long. */
export function quotedValue(name: string, value: string | undefined): string {
  if (value === undefined) return 'unset';
  const shownValue = redactNamed(name, value);
  return shownValue === NOT_SHOWN ? shownValue : show(shownValue);
}

/** A resolution in its output form, without credentials. */
export function safeResolution(resolution: Resolution, place?: Place): ResolveResolution {
  const { variables } = resolution;
  return {
    ...shownResolution(resolution, place),
    dynamic_variables:
      variables &&
      Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, redactNamed(name, value)])),
  };
}

/**
 * The version that a resolution selects, in words: `version 2 (published)`, `missing`, `unknowable, one of 1 and 2`.
 */
export function selectionWords({
  outcome,
  version,
  isPublished,
  candidates,
}: Pick<Resolution, 'outcome' | 'version' | 'isPublished' | 'candidates'>): string {
  if (outcome === 'resolved') return `version ${version}${stateInWords(isPublished)}`;
  return `${outcome}${candidates && candidates.length > 0 ? `, one of ${firstLines(candidates.map(String), 8).join(', ')}` : ''}`;
}
/** The version that a resolution selects, in short form: `v2`, with its state if known. */
export function selectsShort({ outcome, version, isPublished }: Resolution): string {
  if (outcome !== 'resolved') return outcome === 'missing' ? 'nothing (missing)' : 'unknowable';
  return `v${version}${stateInWords(isPublished)}`;
}
function stateInWords(isPublished: boolean | null): string {
  if (isPublished === null) return '';
  return isPublished ? ' (published)' : ' (draft)';
}

/** The number of variables and their source, in short form. */
export function variablesInShort({ outcome, variables, variablesFrom, variablesOutcome }: Resolution): string {
  if (outcome === 'missing') return '';
  if (variablesOutcome === 'unknowable') return 'variables unknowable';
  if (variablesOutcome === 'none') return 'no variables';
  return `${count(Object.keys(variables ?? {}).length, 'variable')} of tag ${variablesFrom}`;
}

/**
 * The value of a variable and its source, in words. User text in the value is unchanged.
 * @param refusal as in `SourcedVariables`
 */
export function sourceInWords(
  { name, value, source, hidden }: SourcedVariable,
  { variablesFrom }: Resolution,
  refusal: string | undefined,
): string {
  if (source === undefined) return `unset: {{${name}}} stays in the text`;
  if (source === 'unknowable')
    return `unknowable: set by the ${hidden.join(' and the ')}, and the winner ${refusal ?? 'is not known'}`;
  if (value === undefined) return source === 'system' ? 'set by the platform' : 'set during the conversation';
  // if the configuration switches off the order of sources, a value is known only if all sources have the same value
  const order = refusal === undefined ? ', overriding' : ', and equally from';
  const otherNotes = hidden.length === 0 ? '' : `${order} the ${hidden.join(' and the ')}`;
  return `${quotedValue(name, value)} from ${source === 'tag' ? `tag ${variablesFrom}` : `the ${source}`}${otherNotes}`;
}

/** The assumptions with these names, each once, with their texts, sorted by name. */
export const assumedBy = (names: Iterable<string>): readonly { readonly name: string; readonly assumes: string }[] =>
  [...new Set(names)]
    .filter((name): name is Assumption => Object.hasOwn(assumptions, name))
    .sort()
    .map(name => ({ name, assumes: assumptions[name].assumes }));
