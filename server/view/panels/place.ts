/** A position in a text. Characters are UTF-16 units. */
export interface ProtocolPosition {
  readonly line: number;
  readonly character: number;
}
export interface ProtocolRange {
  readonly start: ProtocolPosition;
  readonly end: ProtocolPosition;
}
/** A place that an editor can open. */
export interface ProtocolPlace {
  readonly uri: string;
  readonly range: ProtocolRange;
}
