import type { ProtocolPlace, ProtocolPosition } from './place.ts';
import type { Block } from '../blocks.ts';
import type { Comparison } from './plans.ts';
import type { AssumptionNote, ViewReference } from './results.ts';
import type { Simulations } from './simulation.ts';

export interface PreviewParams {
  readonly uri: string;
  readonly position: ProtocolPosition;
  /** For the sample drawn from weights; 100,000 and `0` by default. */
  readonly calls?: number;
  readonly seed?: string;
}
/** What the Preview panel shows for one place of a file. Sections without content are null or empty. */
export interface Preview<Place = ProtocolPlace> {
  readonly subject: 'agent' | 'version' | 'tag' | 'reference' | 'weights' | 'batch' | 'alert' | 'request' | 'nothing';
  readonly title: string;
  /** A second line: its location. */
  readonly detail: string;
  /** What is previewed, to be highlighted in the editor. */
  readonly place: Place | null;
  /** Why there is nothing to preview here, and what to point at instead; otherwise null. */
  readonly explanation: string | null;
  /** Notices to show first: the text does not parse, other agents run the engine too. */
  readonly notes: readonly string[];
  readonly resolution: ViewReference<Place> | null;
  readonly variables: Block | null;
  /** Every variable under every tag of the agent. */
  readonly matrix: { readonly block: Block; readonly holes: number } | null;
  /** The saved state compared with the editor's; null if nothing is unsaved. */
  readonly unsaved: Comparison<Place> | null;
  /** The effect of publishing this draft or sending this request; null if it is neither. */
  readonly hypothetical: Comparison<Place> | null;
  /** A sample drawn from a list of weights, or what the tasks of a batch do. */
  readonly simulations: Simulations<Place>;
  readonly alert: Block | null;
  readonly assumptions: readonly AssumptionNote[];
}
