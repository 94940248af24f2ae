import type { PolicyRule } from '../../core/policies/policy.ts';
import { openSettings } from '../../host/open.ts';
import { workspaceRoot } from '../../host/root.ts';
import { rules } from '../../../rules/index.ts';
import type { Io } from './io.ts';

/** The policies of the workspace of the working directory. @throws ConfigurationError */
export const ownRules = (io: Io): readonly PolicyRule[] =>
  openSettings(workspaceRoot(io.cwd, io.cwd), rules, { baseline: false }).configuration.policies;
