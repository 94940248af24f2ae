import { Document } from '../core/document.ts';
import type { Facts } from '../core/workspace/facts.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { strip } from './annotate.ts';

const facts_ = (config: Record<string, unknown>): Partial<Facts> => ({
  ...(config['voices'] !== undefined && { voices: config['voices'] as Facts['voices'] }),
  ...(config['complete'] !== undefined && { complete: config['complete'] as Facts['complete'] }),
  ...(config['liveTags'] !== undefined && { liveTags: config['liveTags'] as Facts['liveTags'] }),
  ...(config['knownValues'] !== undefined && { knownValues: config['knownValues'] as Facts['knownValues'] }),
  ...(config['accept'] !== undefined && { accept: config['accept'] as Facts['accept'] }),
  ...(config['accountWebhookUrl'] !== undefined && { accountWebhookUrl: config['accountWebhookUrl'] as string }),
});

export interface Fixture {
  readonly workspace: Workspace;
  readonly config: string | undefined;
}

/** Reads `-- name --` separated files, carets removed; a `preflight.config.json` among them gives the facts. */
export function fixtureOf(text: string): Fixture {
  const parts = text.split(/^-- (.+) --\n/m).slice(1);
  const entries = Array.from(
    { length: parts.length / 2 },
    (_, i) => [parts[2 * i]!, strip(parts[2 * i + 1]!)] as const,
  );
  const config = entries.find(([name]) => name === 'preflight.config.json')?.[1];
  const documents = entries
    .filter(([name]) => name !== 'preflight.config.json')
    .map(([name, content]) => new Document(name, content));
  return {
    workspace: new Workspace(documents, {
      today: '2026-01-15',
      ...(config === undefined ? {} : facts_(JSON.parse(config) as Record<string, unknown>)),
    }),
    config,
  };
}
export const workspaceOf = (text: string): Workspace => fixtureOf(text).workspace;
