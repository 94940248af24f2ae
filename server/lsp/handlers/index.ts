import { agents } from './agents.ts';
import { assertions } from './assertions.ts';
import { codeActions } from './code-actions.ts';
import { codeLenses } from './code-lenses.ts';
import { completion } from './completion.ts';
import { diagnostics } from './diagnostics.ts';
import { explain } from './explain.ts';
import { fileStatus } from './file-status.ts';
import { flow } from './flow.ts';
import type { Handler } from './handler.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { movedFiles } from './moved-files.ts';
import { newFiles } from './new-files.ts';
import { navigation } from './navigation.ts';
import { comparableVersions, comparedTexts, plan, planText, takeChanges } from './plan.ts';
import { preview } from './preview.ts';
import { prompt } from './prompt.ts';
import { promptAt, promptText, texts } from './prompts.ts';
import { rename } from './rename.ts';
import { ruleLines, rulePage } from './rule-page.ts';
import { semanticTokens } from './semantic-tokens.ts';
import { simulate } from './simulate.ts';
import { symbols } from './symbols.ts';

/** The handlers of all features. */
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
  preview,
  prompt,
  simulate,
  plan,
  planText,
  flow,
  agents,
  comparedTexts,
  comparableVersions,
  takeChanges,
  fileStatus,
  rulePage,
  ruleLines,
  explain,
  newFiles,
  assertions,
  promptAt,
  promptText,
  texts,
];
