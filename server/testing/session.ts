import { rules } from '../../rules/index.ts';
import { RuleSet } from '../core/engine/lint.ts';
import { disk } from '../state/source.ts';
import { Session } from '../lsp/session.ts';

export const everyRule = new RuleSet(rules);

/**
 * Opens a session over a folder, without an editor, and waits until the folder is read. Errors in the session are
 * thrown.
 */
export async function sessionOver(
  folder: string,
  options: Partial<ConstructorParameters<typeof Session>[0]> = {},
): Promise<Session> {
  const session = new Session({
    rules: everyRule,
    today: () => '2026-01-15',
    disk,
    onChange: () => {},
    onFailure: (_, error) => {
      throw error;
    },
    progress: () => ({ step: () => {}, end: () => {} }),
    ...options,
  });
  session.setFolders([folder]);
  await session.allReady();
  return session;
}
