import type { Cursor } from '../server/core/cursor.ts';
import { didYouMeanId } from '../server/core/domain/ids.ts';
import { idAt } from '../server/core/domain/version-references.ts';
import { keepsEngines } from '../server/core/domain/version-records.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { listed, show } from '../server/core/words.ts';

export default defineRule({
  id: 'unknown-engine',
  severity: 'warning',
  needsEveryFile: true,
  summary: 'A response engine, or a version of one, that no file of the workspace holds.',
  why: `
    An engine must exist before it is attached to an agent, else the platform refuses the agent. Where the workspace
    keeps its LLM engines or conversation flows in files, an id that none of them has is mostly a slip or the id of
    another environment.

    It is an error if the configuration says with \`"complete": ["llm"]\` or \`["conversation-flow"]\` that every engine
    has a file. An agent whose engine is nested in its own file is not looked at, nor are workspaces that keep no
    engines of that kind.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  at: referencesTo('llm', 'llm-version', 'conversation-flow', 'conversation-flow-version'),

  check(node, workspace) {
    const engine = node.parent,
      { to, of } = node.marks['x-reference']!;
    if (!engine?.is('response-engine')) return undefined;
    const kind = to.startsWith('llm') ? 'llm' : 'conversation-flow';
    const isComplete = workspace.facts.complete.includes(kind);
    if (!isComplete && !keepsEngines(workspace, kind)) return undefined;
    const id = idAt(of === undefined ? node : node.sibling(of));
    const isNested = engine.parent !== undefined && workspace.engineOf(engine.parent)?.document === node.document;
    if (id === undefined || isNested) return undefined;
    const records = workspace.engines(kind).get(id);
    if (of === undefined) {
      if (records) return undefined;
      const ids = workspace.engines(kind);
      const evidence = isComplete
        ? ', and the configuration says that all engines of its kind are here'
        : `; the workspace holds ${listed(ids, 'and', 3)}`;
      return {
        ...(isComplete && { severity: 'error' }),
        message: `${node.label} ${show(id)} is in no file${evidence}${didYouMeanId(id, ids)}`,
      };
    }
    const version = node.integer();
    if (version === undefined || !records) return undefined;
    const known = workspace.memory.remember(versionsOf, records, () => versionsOf(records));
    if (known.has('') || known.has(String(version))) return undefined;
    return { message: `version ${version} of ${id} is in no file; the files hold ${listed(known, 'and')}` };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.agent.json --
        { "response_engine": { "type": "service-llm", "llm_id": "llm_dsek" }, "voice_id": "11labs-Lily" }
                                                                ^^^^^^^^^^
                                                | warning: llm_id "llm_dsek" is in no file; the workspace holds
                                                | llm_desk; did you mean "llm_desk"?
        -- night.agent.json --
        { "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 3 }, "voice_id": "11labs-Lily" }
                                                                                       ^
                                                | warning: version 3 of llm_desk is in no file; the files hold 2
        -- desk.llm.json --
        { "llm_id": "llm_desk", "version": 2, "general_prompt": "You answer the clinic's phone." }
      `,
      },
      {
        files: files`
        -- preflight.config.json --
        { "complete": ["conversation-flow"] }
        -- desk.agent.json --
        { "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_desk" }, "voice_id": "11labs-Lily" }
                                                                                    ^^^^^^^^^^^
                                                | conversation_flow_id "flow_desk" is in no file, and the configuration
                                                | says that all engines of its kind are here
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 }, "voice_id": "11labs-Lily" }
      -- night.agent.json --
      {
        "response_engine": { "type": "service-llm", "llm_id": "llm_night", "version": null },
        "voice_id": "11labs-Lily",
        "serviceLlmData": { "general_prompt": "You answer at night." }
      }
      -- flow.agent.json --
      { "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_elsewhere" }, "voice_id": "11labs-Lily" }
      -- desk.llm.json --
      { "llm_id": "llm_desk", "version": 2, "general_prompt": "You answer the clinic's phone." }
    `,
    ],
  },
});

/** The versions of an engine's records as texts; an empty one stands for those that have none. */
const versionsOf = (records: readonly Cursor[]): ReadonlyMap<string, Cursor> =>
  new Map(records.map(record => [String(record.get('version').integer() ?? ''), record]));
