import type { ConfigurationError } from '../../host/open.ts';
import { printable } from '../../printers/printable.ts';

/**
 * What an error says to people and the exit code that it stands for; `undefined` for one that nobody foresaw. By name:
 * the bundles have classes of their own.
 */
export function refusalOf(error: unknown): { readonly message: string; readonly code: 2 | 3 } | undefined {
  const { name, message } = error as Error;
  if (name === 'UsageError') return { message, code: 2 };
  if (name === 'WorkspaceTooLarge') return { message: printable(message), code: 2 };
  if (name === 'OutputError') return { message, code: 3 };
  if (name !== 'ConfigurationError') return undefined;
  return { message: (error as ConfigurationError).lines.map(printable).join('\n'), code: 2 };
}
