import type { PolicyRule } from '../../core/policies/policy.ts';
import { settingsOf } from './settings.ts';
import { workspaceRoot } from '../../host/root.ts';
import type { Io } from './io.ts';

/** The policies of the workspace of the working directory. @throws ConfigurationError */
export const ownRules = (io: Io): readonly PolicyRule[] =>
  settingsOf(io, workspaceRoot(io.cwd, io.cwd), { baseline: false }).configuration.policies;
