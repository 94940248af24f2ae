import { rules } from '../../../rules/index.ts';
import { openSettings, type Settings, type SettingsOptions } from '../../host/open.ts';
import type { Io } from './io.ts';

/** The settings of a workspace, or those that `--config` names. @throws ConfigurationError */
export const settingsOf = ({ config }: Io, root: string, options: Omit<SettingsOptions, 'config'> = {}): Settings =>
  openSettings(root, rules, { ...options, config });
