import type { Cursor } from '../../core/cursor.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';

/** One way in which a text is used: through a tag of an agent, through its version alone, or by a call of a batch. */
export interface VariableRow {
  /** The tag, or what else to call it. */
  readonly name: string;
  readonly resolution: Resolution;
  /** Values that the call gives. */
  readonly call?: Cursor;
}

/**
 * The tags of an agent as rows; where none leads to the version, the version itself.
 * @param version only tags that lead to it; without one all
 */
export function tagged(agentId: string, version: number | undefined, workspace: Workspace): readonly VariableRow[] {
  const agent = workspace.agent(agentId);
  const rows = [...(agent?.tags.keys() ?? [])]
    .map((name): VariableRow => ({ name, resolution: workspace.resolve(agentId, name) }))
    .filter(({ resolution }) => version === undefined || resolution.version === version);
  return rows.length > 0 || version === undefined
    ? rows
    : [{ name: `version ${version}`, resolution: workspace.resolve(agentId, version) }];
}
