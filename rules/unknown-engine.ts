import { keepsEngines } from '../server/core/domain/engine-folders.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { placeSearched, unreadInWords, lookupAt } from '../server/core/index/lookup.ts';
import { clipped, listed, orMeant, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unknown-engine',
  group: 'references',
  severity: 'warning',
  needsEveryFile: true,
  summary: 'A response engine, or a version of it, is not in this workspace.',
  why: `
    An engine must exist before it is attached to an agent; otherwise the platform refuses the agent. Usually the id
    is a typo, or belongs to another environment.

    It is an error if the configuration says \`"complete": ["llm"]\` or \`["conversation-flow"]\`: every engine has a
    file here, in all its versions. Of engines, but not of their versions, a list of the API proves the same if it ends
    (\`"has_more": false\`) and has every engine that other files have. Otherwise it is a warning if another engine has
    a similar name, or if the same folder has engines. Agents with a nested engine are skipped.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: [
    'Agent settings: response_engine: exists before it is attached',
    'Referenced shapes with fields not shown: an engine has a type; the LLM engine is `service-llm` with llm_id and version',
    'Authentication: 5: what is not found under the key is an error',
  ],
  at: referencesTo('llm', 'llm-version', 'conversation-flow', 'conversation-flow-version'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const isMissing = lookup.outcome === 'missing';
    if (!isMissing && lookup.because !== 'not-here' && lookup.because !== 'unread') return undefined;
    const { of } = node.marks['x-reference']!;
    if (of !== undefined) {
      const known = listed(lookup.known, 'and');
      // that the engine itself is not here is said of its id
      if (known === '') return undefined;
      return {
        ...(isMissing && { severity: 'error' }),
        message:
          `${clipped(node.sibling(of).string() ?? '')} has no version ` +
          `${show(node.value)} here; known versions: ${known}`,
      };
    }
    const kind = node.marks['x-reference']!.to as 'llm' | 'conversation-flow';
    if (!isMissing && lookup.near === undefined && !keepsEngines(node.document.file, kind, workspace)) return undefined;
    const unread = unreadInWords(lookup, workspace, kind);
    const noun = kind === 'llm' ? 'LLM engine' : 'conversation flow',
      known = listed(lookup.known, 'and', 3);
    return {
      ...(isMissing && { severity: 'error' }),
      ...(unread !== undefined && { severity: 'info' }),
      message: `${node.label}: no ${noun} ${show(node.value)}${unread ?? `${placeSearched(lookup, workspace, kind)}${orMeant(lookup)}`}`,
      ...(lookup.near === undefined && known !== '' && { help: `known: ${known}` }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_dsek" } }
                                                              ^^^^^^^^^^
                                              | warning: llm_id: no LLM engine "llm_dsek"; did you mean "llm_desk"?
      -- night.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 3 } }
                                                                                     ^
                                              | warning: llm_desk has no version 3 here; known versions: 2
      -- desk.llm.json --
      { "llm_id": "llm_desk", "version": 2 }
      ====
      -- preflight.config.json --
      { "complete": ["llm"] }
      -- desk.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 3 } }
                                                                                     ^
                                              | llm_desk has no version 3 here; known versions: 2
      -- desk.llm.json --
      { "llm_id": "llm_desk", "version": 2 }
      ====
      -- all.llm.json --
      { "items": [{ "llm_id": "llm_desk", "version": 2 }], "has_more": false }
      -- desk.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_night" } }
                                                              ^^^^^^^^^^^
                                              | llm_id: no LLM engine "llm_night" in this workspace (all.llm.json lists all)
      ====
      -- preflight.config.json --
      { "complete": ["conversation-flow"] }
      -- desk.agent.json --
      { "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_desk", "version": 0 } }
                                                                                  ^^^^^^^^^^^
                                              | conversation_flow_id: no conversation flow "flow_desk" in this
                                              | workspace (config: "complete" includes conversation-flow)
    `,
    valid: files`
      -- desk.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 } }
      -- night.agent.json --
      {
        "response_engine": { "type": "service-llm", "llm_id": "llm_night", "version": null },
        "serviceLlmData": { "general_prompt": "You answer at night." }
      }
      -- flow.agent.json --
      { "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_elsewhere" } }
      -- desk.llm.json --
      { "llm_id": "llm_desk", "version": 2 }
      -- sales/closer.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_8f1c2ab47d90" } }
    `,
  },
});
