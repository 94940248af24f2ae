import type { ProtocolPlace } from './place.ts';
import type { Outcome } from './results.ts';

/** What sets a variable. `unset`: nothing, so the placeholder stays in the text. */
export type VariableSourceName = 'call' | 'tag' | 'engine default' | 'system' | 'conversation' | 'unknowable' | 'unset';
export interface VariableRow<Place = ProtocolPlace> {
  readonly name: string;
  /** null: no value before the call. Credentials are not shown. */
  readonly value: string | null;
  readonly source: VariableSourceName;
  /** `"Juniper" from tag prod, overriding the engine default` */
  readonly words: string;
  /** The first places that use it. */
  readonly uses: readonly Place[];
  readonly useCount: number;
}
export interface VariablesView<Place = ProtocolPlace> {
  readonly rows: readonly VariableRow<Place>[];
  /** Why the rows may lack variables, uses or values; null if they are complete. */
  readonly open: string | null;
}
/**
 * Every variable under every tag of an agent, live tags first. A cell is a hole if the version's texts use the variable
 * and nothing sets it.
 */
export interface VariableMatrix<Place = ProtocolPlace> {
  readonly columns: readonly {
    /** The tag; for the previewed version, if it has no tag, `version 4`. */
    readonly label: string;
    readonly version: number | null;
    readonly outcome: Outcome;
    readonly live: boolean;
    /** Whether the preview is about this tag, or the version that it is assigned to. */
    readonly current: boolean;
    readonly holes: number;
    /** Why the column may be incomplete; null if it is not. */
    readonly open: string | null;
    readonly place: Place | null;
  }[];
  readonly rows: readonly {
    readonly name: string;
    /** One per column. */
    readonly cells: readonly MatrixCell[];
  }[];
  readonly holes: number;
}
export interface MatrixCell {
  /**
   * `hole`: used and unset; `set`: it has a value; `later`: the platform or the conversation sets it; `unused`: neither
   * used nor set; `unknowable`.
   */
  readonly state: 'hole' | 'set' | 'later' | 'unused' | 'unknowable';
  readonly source: VariableSourceName;
  readonly value: string | null;
  /** Whether a text of the version uses it. */
  readonly used: boolean;
}
