declare const PREFLIGHT_VERSION: string | undefined;

/** The version of Preflight, inserted by the build. */
export const version: string = typeof PREFLIGHT_VERSION === 'string' ? PREFLIGHT_VERSION : '0.0.0-development';
