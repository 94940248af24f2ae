import { samePlace, type Cursor } from '../server/core/cursor.ts';
import { differences } from '../server/core/domain/contents.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { count } from '../server/core/wording.ts';
import type { EngineKind } from '../server/core/workspace/records.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'engine-disagreement',
  group: 'references',
  severity: 'warning',
  summary: 'Two records of one version of an engine differ.',
  why: `
    Both claim to be the same version of the same engine, for example a file of its own and a copy inside of an
    exported agent. One of them is out of date, and Preflight cannot know which. Export again, or remove the copy.
  `,
  spec: 'domain',
  at: { llm: '/llm_id', 'conversation-flow': '/conversation_flow_id' },
  when: () => value => typeof value === 'string' && value !== '',

  check(node, workspace) {
    const kind: EngineKind = node.key === 'llm_id' ? 'llm' : 'conversation-flow',
      engine = node.parent!;
    const first = firstOf(kind, engine, workspace);
    if (!first || samePlace(first, engine)) return undefined;
    const different = differences(first, engine);
    if (different.length === 0) return undefined;
    return {
      message:
        `${node.label}: differs from another record of this version in ${count(different.length, 'place')}, ` +
        `first in ${different[0]!.pointer.slice(engine.pointer.length) || 'its type'}`,
      related: [{ at: first, message: 'the other record' }],
    };
  },

  examples: {
    invalid: files`
      -- a.llm.json --
      { "llm_id": "llm_desk", "version": 2, "general_prompt": "You book visits." }
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "channel": "voice", "voice_id": "11labs-Lily",
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 },
        "serviceLlmData": { "llm_id": "llm_desk", "version": 2, "general_prompt": "You cancel visits." }
                                      ^^^^^^^^^^
                                              | warning: llm_id: differs from another record of this version in 1
                                              | place, first in /general_prompt
      }
    `,
    valid: files`
      -- a.llm.json --
      { "llm_id": "llm_desk", "version": 2, "general_prompt": "You book visits." }
      -- b.llm.json --
      { "llm_id": "llm_desk", "version": 3, "general_prompt": "You cancel visits." }
      -- c.llm.json --
      { "version": 2, "general_prompt": "You book visits.", "llm_id": "llm_desk" }
      -- d.llm.json --
      { "general_prompt": "Without a version.", "llm_id": "llm_desk" }
    `,
  },
});

/** The first record of the same version. */
function firstOf(kind: EngineKind, engine: Cursor, workspace: Workspace): Cursor | undefined {
  const version = engine.get('version').integer(),
    id = engine.get(kind === 'llm' ? 'llm_id' : 'conversation_flow_id').string()!;
  if (version === undefined) return undefined;
  return workspace
    .engines(kind)
    .get(id)
    ?.find(record => record.get('version').value === version);
}
