export interface Point {
  readonly x: number;
  readonly y: number;
}
/** A box, placed by its center. */
export interface PlacedBox extends Point {
  readonly width: number;
  readonly height: number;
}
export type SizeOf = (id: string) => { readonly width: number; readonly height: number };
