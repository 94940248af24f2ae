import { didYouMean, listed } from '../../core/words.ts';
import { UsageError } from './io.ts';

/**
 * The value of `--format` for a command that prints one table of data; the first format is the default.
 * @throws UsageError for a format that is not among them
 */
export function readFormat<const T extends string>(value: string | undefined, formats: readonly [T, ...T[]]): T {
  const format = formats.find(name => name === (value ?? formats[0]));
  if (format === undefined)
    throw new UsageError(
      `there is no format "${value}"${didYouMean(value!, formats) || `; the formats are ${listed(formats, 'and')}`}`,
    );
  return format;
}
