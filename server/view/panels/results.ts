import type { ResolveResolution } from '../../core/generated/outputs.js';

/** Whether a reference's target, or the thing itself, exists, is missing, or is unknowable. */
export type Outcome = ResolveResolution['outcome'];
/** An assumption that an answer depends on, because the specification is silent. */
export interface AssumptionNote {
  readonly name: string;
  readonly assumes: string;
}
