/** What a team configures for a folder, and the findings that it has put off: files of Preflight's own. */
export const configurationName = 'preflight.config.json';
/** What a configuration may be called; a folder has one of them. */
export const configurationNames: readonly string[] = [configurationName, `${configurationName}c`];
export const baselineName = 'preflight.baseline.json';

const isCalled = (path: string, name: string): boolean =>
  path.endsWith(name) && (path.length === name.length || '/\\'.includes(path[path.length - name.length - 1]!));

/** Whether a path is that of a configuration, by its name. */
export const isConfigurationFile = (path: string): boolean => configurationNames.some(name => isCalled(path, name));
/** Whether a path is that of a configuration or baseline, which are no files of the platform. */
export const isSettingsFile = (path: string): boolean => isConfigurationFile(path) || isCalled(path, baselineName);
