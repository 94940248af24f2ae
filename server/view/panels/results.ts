import type { ResolveResolution } from '../../core/generated/outputs.js';
import type { ProtocolPlace } from './place.ts';

/*
 * What the panels show: results as the commands print them, and beside them what a page needs: words, names and places.
 * `Place` is a uri with a range here and a file with a span in the features that create the data; nothing else differs.
 * Every place refers to the current text in the editor.
 */

/** Whether a reference's target, or the thing itself, exists, is missing, or is unknowable. */
export type Outcome = ResolveResolution['outcome'];
/** An assumption that an answer depends on, because the specification is silent. */
export interface AssumptionNote {
  readonly name: string;
  readonly assumes: string;
}

/** A published result on a page. */
export interface ViewResult<Result, Place = ProtocolPlace> {
  /** As printed by `--format json`, without credentials. */
  readonly result: Result;
  /** Names of agents by id, and descriptions of places by pointer, where the result itself has none. */
  readonly names: Readonly<Record<string, string>>;
  /**
   * Where things are: an agent by its id, anything in the file by its pointer, and by `agent_desk@prod` the record of
   * the version that this selects.
   */
  readonly places: Readonly<Record<string, Place>>;
}
/** What a reference selects. */
export interface ViewReference<Place = ProtocolPlace> extends ViewResult<ResolveResolution, Place> {
  /** `agent_desk@prod` */
  readonly written: string;
  /** `version 2 (published)`, `missing`, `unknowable, one of 1, 2` */
  readonly selects: string;
  /** Why it selects nothing, or why that is not known; otherwise empty. */
  readonly why: string;
  /** How callers reach the version; null if they do not. */
  readonly live: string | null;
}
