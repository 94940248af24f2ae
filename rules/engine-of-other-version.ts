import { versionRecord } from '../server/core/domain/version-records.ts';
import { engineReference } from '../server/core/workspace/records.ts';
import { columns, engineKey } from '../server/core/workspace/tables.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, referencesTo, set } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'engine-of-other-version',
  group: 'references',
  severity: 'warning',
  spec: 'domain',
  at: referencesTo('llm-version', 'conversation-flow-version'),
  when: { type: 'number' },

  check(node, workspace) {
    const owner = node.parent?.parent,
      record = owner?.is('agent-settings') ? versionRecord(owner, workspace) : undefined;
    const engine = record && engineReference(record.at);
    if (!record || engine?.version == null || engine.version === record.version) return undefined;
    const { tables } = workspace,
      records = tables.engines(engine.kind).get(engine.id) ?? [],
      sameVersion = tables.ofVersion(records, record.version);
    // unknown-engine reports a missing version
    if (!sameVersion || !tables.ofVersion(records, engine.version)) return undefined;
    // an engine that several agents run cannot have the version numbers of all of them
    const agents = agentsRunning(engineKey(engine.kind, engine.id), workspace);
    if ([...agents].some(id => id !== record.id)) return undefined;
    const noun = engine.kind === 'llm' ? 'LLM engine' : 'flow',
      comparative = engine.version < record.version ? 'older' : 'newer';
    return {
      message:
        `version ${record.version} runs version ${engine.version} of the ${noun}, which also has a version ${record.version}; ` +
        `callers get the ${comparative} ${noun}`,
      fix: record.at.get('is_published').value === true ? undefined : set(node, record.version),
      related: [{ at: workspace.at(sameVersion).get('version'), message: `version ${record.version} of the ${noun}` }],
    };
  },
});

/** The ids of the agents with a version that runs an engine. */
const agentsRunning = (engine: string, workspace: Workspace): ReadonlySet<unknown> =>
  workspace.memory.remember(agentsRunning, engine, () => {
    const runners = workspace.table(columns.runners).get(engine) ?? [];
    return new Set(runners.map(runner => workspace.at(runner).get('agent_id').value));
  });
