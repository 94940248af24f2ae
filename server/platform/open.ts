import { RuleSet } from '../core/engine/lint.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import type { State } from '../state/open.ts';
import { rules } from '../../rules/index.ts';
import { Account, type Keep } from './account.ts';
import { assets } from './judge.ts';

/** The workspace in the form for the platform: complete, so that a name without a record is missing, not unknown. */
export const platformWorkspace = ({ documents, facts }: Workspace): Workspace =>
  new Workspace(documents, {
    ...facts,
    complete: [...new Set<Workspace['facts']['complete'][number]>([...facts.complete, 'agent-list', ...assets])],
    isPlatform: true,
  });

/** An account for each key. The first account owns the workspace, and the other accounts start empty. */
export function accountsOf(
  { workspace, configuration, baseline }: Pick<State, 'workspace' | 'configuration' | 'baseline'>,
  keys: number,
  { keep, strict = false }: { readonly keep?: Keep | undefined; readonly strict?: boolean } = {},
): Account[] {
  const judge = { rules: RuleSet.of(rules), configuration, baseline, isStrict: strict };
  const ownWorkspace = platformWorkspace(workspace);
  return Array.from({ length: keys }, (_, i) =>
    i === 0 ? new Account(ownWorkspace, judge, keep) : new Account(new Workspace([], ownWorkspace.facts), judge),
  );
}
