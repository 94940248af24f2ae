import type { ProtocolPosition } from './place.ts';

export interface PreviewParams {
  readonly uri: string;
  readonly position: ProtocolPosition;
  /** For the sample drawn from weights; 100,000 and `0` by default. */
  readonly calls?: number;
  readonly seed?: string;
}
