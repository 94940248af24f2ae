import { rules } from '../../../rules/index.ts';
import { openSettings, type Settings, type SettingsOptions } from '../../host/open.ts';
import type { Io } from './io.ts';
import type { PolicyRule } from '../../core/policies/policy.ts';
import { workspaceRoot } from '../../host/root.ts';

/** The settings of a workspace, or those given with `--config`. @throws ConfigurationError */
export const settingsOf = ({ config }: Io, root: string, options: Omit<SettingsOptions, 'config'> = {}): Settings =>
  openSettings(root, rules, { ...options, config });

/** The policies of the working directory's workspace. @throws ConfigurationError */
export const ownRules = (io: Io): readonly PolicyRule[] =>
  settingsOf(io, workspaceRoot(io.cwd, io.cwd), { baseline: false }).configuration.policies;
