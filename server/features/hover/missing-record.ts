import type { Cursor } from '../../core/cursor.ts';
import { nameOfOwner } from '../../core/domain/tools.ts';
import type { FailedLookup } from '../../core/index/lookup.ts';
import type { RecordKind } from '../../core/shapes/table.ts';
import { plainMarkdown } from './markdown.ts';

const nouns: Partial<Record<RecordKind, string>> = {
  agent: 'agent',
  llm: 'LLM engine',
  'conversation-flow': 'conversation flow',
  'flow-component': 'component',
  node: 'node',
  tool: 'tool',
  mcp: 'MCP server',
  state: 'state',
};

/** The hover of a reference to a record that is missing or unknowable. */
export function absentHover(kind: RecordKind, id: string, lookup: FailedLookup, cursor: Cursor): string | undefined {
  const noun = nouns[kind];
  const words = noun && wordsFor(kind, noun, lookup, nameOfOwner(cursor));
  return words && `**${plainMarkdown(id)}** · ${words}`;
}

function wordsFor(kind: RecordKind, noun: string, lookup: FailedLookup, owner: string): string | undefined {
  const key = kind === 'state' ? 'name' : 'id';
  const isLocal = ['node', 'tool', 'mcp', 'state'].includes(kind);
  if (lookup.outcome === 'missing' || (isLocal && lookup.reason === 'not-here')) {
    if (kind === 'tool' || kind === 'mcp') return `no listed ${noun} has this ${key}`;
    return isLocal ? `no ${noun} of this ${owner} has this ${key}` : `${noun}, not in this workspace`;
  }
  switch (lookup.reason) {
    case 'no-list':
      return `this ${owner} lists no ${noun}s`;
    case 'unidentified':
      return `no listed ${noun} has this ${key}; a listed ${noun} without ${key === 'id' ? 'an id' : 'a name'} may be meant`;
    case 'unread':
      return `no ${noun} has this ${key} in the readable files`;
    case 'shared':
      return `shared ${noun}, kept on the platform`;
    case 'not-here':
    case 'none-here':
    case 'history':
      return `${noun}, not in this workspace`;
    default:
      return undefined;
  }
}
