import { assertions } from './assertions.ts';
import { codeActions } from './code-actions.ts';
import { codeLenses } from './code-lenses.ts';
import { completion } from './completion.ts';
import { diagnostics } from './diagnostics.ts';
import { explain } from './explain.ts';
import type { Handler } from './handler.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { movedFiles } from './moved-files.ts';
import { newFiles } from './new-files.ts';
import { navigation } from './navigation.ts';
import { panels } from './panels.ts';
import { rename } from './rename.ts';
import { semanticTokens } from './semantic-tokens.ts';
import { symbols } from './symbols.ts';

/** All features. */
export const handlers: readonly Handler[] = [
  diagnostics,
  hover,
  completion,
  codeActions,
  navigation,
  rename,
  movedFiles,
  symbols,
  inlayHints,
  codeLenses,
  semanticTokens,
  panels,
  explain,
  newFiles,
  assertions,
];
