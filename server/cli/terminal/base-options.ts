import { UsageError } from './io.ts';

/**
 * The options of a command that compares with a revision.
 * @param extraHelp an additional meaning in that command
 */
export const baseOptions = (extraHelp = '') =>
  ({
    base: {
      value: 'REV',
      about: `compare with the merge base of HEAD and REV; A...B compares B with the merge base, A..B with A itself${extraHelp}`,
    },
    'base-exact': { about: 'compare with REV itself, not with the merge base' },
  }) as const;
/** The same options for a command that reads both states with the current settings. */
export const settingsOfNow = '; the current configuration applies to both sides';

/**
 * Whether REV itself is compared, not its merge base.
 * @throws UsageError
 */
export function isExact(values: { readonly base?: string | undefined; readonly 'base-exact'?: boolean | undefined }) {
  if (values['base-exact'] && values.base === undefined) throw new UsageError('--base-exact needs --base');
  return values['base-exact'] === true;
}
