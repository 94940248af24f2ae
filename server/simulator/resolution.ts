import { stablePointer } from '../core/configuration/stable-pointer.ts';
import type { Cursor } from '../core/cursor.ts';
import type { ResolveResolution } from '../core/generated/outputs.js';
import type { Resolution } from '../core/workspace/resolve.ts';

/**
 * A resolution as every output shows it. Each key is always present, null where it does not apply. Spec: Versioning 3
 * and 4.
 */
export type ShownResolution = ResolveResolution;

/** @param at the place of the reference (without a version: of the agent's id) */
export function shownResolution(resolution: Resolution, at?: Cursor): ShownResolution {
  return {
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
    file: at?.document.file ?? null,
    pointer: at?.pointer ?? null,
  };
}

/** The identity of a reference that survives moved lines and items: its file and a pointer that selects by key. */
export const stablePlace = (at: Cursor): string => `${at.document.file}#${stablePointer(at.document, at.pointer)}`;
