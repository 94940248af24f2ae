import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { lookupAt } from '../server/core/index/lookup.ts';
import { orMeant, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unknown-state',
  group: 'references',
  severity: 'warning',
  summary: 'The start or an edge of an LLM engine names a state that does not exist.',
  why: `
    An edge to a missing state gives the model a tool that cannot work; a missing starting state leaves the engine
    without its prompt and tools. States are found by name.
  `,
  spec: 'domain',
  at: referencesTo('state'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (lookup?.outcome !== 'missing') return undefined;
    const { near } = lookup;
    const unable = node.key === 'starting_state' ? 'so it cannot start' : 'so the edge leads nowhere';
    const consequence = lookup.known.size === 0 ? 'which has no states' : unable;
    return {
      message: `${node.label}: no state ${show(node.value)} in this engine, ${consequence}${orMeant(lookup)}`,
      fix: set(node, near),
    };
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      {
        "starting_state": "greetings",
                          ^^^^^^^^^^^ warning: starting_state: no state "greetings" in this engine, so it cannot
                                    | start; did you mean "greeting"?
      => "starting_state": "greeting",
        "states": [
          { "name": "greeting", "edges": [{ "destination_state_name": "payment" }] },
                                                                      ^^^^^^^^^
                                              | warning: destination_state_name: no state "payment" in this engine, so
                                              | the edge leads nowhere
          { "name": "closing" }
        ]
      }
      -- simple.llm.json --
      { "starting_state": "greeting", "states": [] }
                          ^^^^^^^^^^ warning: starting_state: no state "greeting" in this engine, which has no
                                   | states
    `,
    valid: files`
      -- desk.llm.json --
      {
        "starting_state": "greeting",
        "states": [
          { "name": "greeting", "edges": [{ "destination_state_name": "closing" }] },
          { "name": "closing", "edges": [] }
        ]
      }
      -- simple.llm.json --
      { "starting_state": null, "states": [] }
    `,
  },
});
