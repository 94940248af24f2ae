import { gapsOf } from '../../core/domain/open-questions.ts';
import { keepsEngines } from '../../core/domain/version-records.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { listed } from '../../core/wording.ts';

const nouns = {
  agent: 'agent',
  llm: 'LLM engine',
  'conversation-flow': 'conversation flow',
  'flow-component': 'shared component',
  'phone-number': 'phone number',
} as const;
type ProposedKind = keyof typeof nouns;

/** The kinds whose records may all be in a workspace: its lists prove it, or nothing contradicts it. */
interface Completeness {
  readonly proven: readonly ProposedKind[];
  readonly proposed: readonly ProposedKind[];
}

export function completenessOf(workspace: Workspace): Completeness {
  const { tables } = workspace,
    gaps = new Set(gapsOf(workspace).map(({ topic }) => topic));
  const isKept: Readonly<Record<ProposedKind, boolean>> = {
    agent: tables.agents.size > 0 && !gaps.has('agent'),
    llm: keepsEngines(workspace, 'llm') && !gaps.has('engine'),
    'conversation-flow': keepsEngines(workspace, 'conversation-flow') && !gaps.has('engine'),
    'flow-component': [...tables.components.values()].flat().some(({ isLocal }) => !isLocal),
    'phone-number': tables.phoneNumbers.size > 0,
  };
  const kinds = Object.keys(nouns) as ProposedKind[];
  return {
    proven: kinds.filter(kind => workspace.isComplete(kind)),
    proposed: kinds.filter(kind => isKept[kind] && !workspace.isComplete(kind)),
  };
}

/** `Do these files contain every agent and every LLM engine of the account?` */
export const completenessQuestion = (proposedKinds: Completeness['proposed']): string =>
  `Do these files contain ${listed(
    proposedKinds.map(kind => `every ${nouns[kind]}`),
    'and',
  )} of the account? Then a reference to another one is an error. [y/N] `;
