import type { Comparison } from './changes.ts';
import type { ProtocolPlace, ProtocolPosition } from './place.ts';
import type { AssumptionNote, ResolutionView } from './resolutions.ts';
import type { Simulations } from './simulation.ts';
import type { VariableMatrix, VariablesView } from './variables.ts';

export interface PreviewParams {
  readonly uri: string;
  readonly position: ProtocolPosition;
  /** Of the sample that is drawn from weights; 100,000 and `0` where they are not given. */
  readonly calls?: number;
  readonly seed?: string;
}
export interface AlertView {
  /** `call_success_rate < 80 % over 1 d, evaluated every 1 h`; null where a field is missing or not known. */
  readonly condition: string | null;
  /** Fields that are missing or not known. */
  readonly missing: readonly string[];
  /** What is odd: it always holds, it never can, it is not active. */
  readonly notes: readonly string[];
  readonly emails: number;
  readonly webhooks: number;
}
/** What the Preview panel shows of one place of a file. Sections that say nothing are null or empty. */
export interface Preview<Place = ProtocolPlace> {
  readonly subject: 'agent' | 'version' | 'tag' | 'reference' | 'weights' | 'batch' | 'alert' | 'request' | 'nothing';
  readonly title: string;
  /** A second line: where it is. */
  readonly detail: string;
  /** What is previewed, to be marked in the editor. */
  readonly place: Place | null;
  /** Why there is nothing to preview here, and what to point at instead; null otherwise. */
  readonly explanation: string | null;
  /** What a reader must know first: the text does not parse, the engine is run by others too. */
  readonly notes: readonly string[];
  readonly resolution: ResolutionView<Place> | null;
  readonly variables: VariablesView<Place> | null;
  readonly matrix: VariableMatrix<Place> | null;
  /** What is saved against what is in the editor; null where nothing is unsaved. */
  readonly unsaved: Comparison<Place> | null;
  /** What publishing this draft, or sending this request, would do; null where it is neither. */
  readonly hypothetical: Comparison<Place> | null;
  /** What is drawn from a list of weights, or what the tasks of a batch do. */
  readonly simulations: Simulations<Place>;
  readonly alert: AlertView | null;
  readonly assumptions: readonly AssumptionNote[];
}
