import { diagnostics } from './diagnostics.ts';
import type { Handler } from './handler.ts';
import { hover } from './hover.ts';

/** Everything that an editor can ask for. */
export const handlers: readonly Handler[] = [diagnostics, hover];
