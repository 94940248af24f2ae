import { diagnostics } from './diagnostics.ts';
import type { Handler } from './handler.ts';

/** Everything that an editor can ask for. */
export const handlers: readonly Handler[] = [diagnostics];
