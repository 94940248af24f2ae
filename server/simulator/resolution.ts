import type { ResolveResolution } from '../core/generated/outputs.js';
import type { Place } from '../core/workspace/records.ts';
import type { Room } from '../core/room.ts';
import type { Resolution } from '../core/workspace/resolve.ts';

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
