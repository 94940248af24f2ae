import type { Outputs } from '../../core/generated/outputs.js';
import type { ProtocolPosition } from './place.ts';

export interface SimulateParams {
  readonly uri: string;
  readonly position: ProtocolPosition;
  /** 1 to 10,000,000; 100,000 by default. */
  readonly calls?: number;
  /** Another seed is another draw; `0` by default. */
  readonly seed?: string;
  /** For an agent: what the other side of the call does; `silent` by default. */
  readonly call?: Outputs['simulate-call']['call'];
  /** For an agent: the agent calls. */
  readonly outbound?: boolean;
  /** For a `dtmf` call: the keys that are pressed. */
  readonly digits?: string;
  /**
   * For the alert rules of the file `of`: the uri of the series; by default the one beside the rule that begins with
   * its name.
   */
  readonly series?: { readonly of: string; readonly uri: string };
}
