/** Preflight's own files in a folder: the configuration and the baseline. */
export const configurationName = 'preflight.config.json';
/** The possible names of a configuration; a folder has at most one. */
export const configurationNames: readonly string[] = [configurationName, `${configurationName}c`];
export const baselineName = 'preflight.baseline.json';

const isCalled = (path: string, name: string): boolean =>
  path.endsWith(name) && (path.length === name.length || '/\\'.includes(path[path.length - name.length - 1]!));

/** Whether a path is that of a configuration, by its name. */
export const isConfigurationFile = (path: string): boolean => configurationNames.some(name => isCalled(path, name));
/** Whether a path is that of a configuration or baseline, which are not platform files. */
export const isSettingsFile = (path: string): boolean => isConfigurationFile(path) || isCalled(path, baselineName);
