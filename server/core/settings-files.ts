/** The default file name of a configuration. The other settings file of a folder is the baseline. */
export const configurationName = 'preflight.config.json';
/** The possible names of a configuration; a folder has at most one. */
export const configurationNames: readonly string[] = [configurationName, `${configurationName}c`];
export const baselineName = 'preflight.baseline.json';

const isCalled = (path: string, name: string): boolean =>
  path.endsWith(name) && (path.length === name.length || '/\\'.includes(path[path.length - name.length - 1]!));

/** Whether the name of a file makes it a configuration. */
export const isConfigurationFile = (path: string): boolean => configurationNames.some(name => isCalled(path, name));
/** Whether the name of a file makes it a configuration or a baseline, so that it is no platform file. */
export const isSettingsFile = (path: string): boolean => isConfigurationFile(path) || isCalled(path, baselineName);
