import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { orMeant, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unknown-state',
  group: 'references',
  severity: 'error',
  summary: 'The start or an edge of an LLM engine names a state that does not exist.',
  why: `
    An edge to a missing state gives the model a tool that cannot work; a missing starting state leaves the engine
    without its prompt and tools. States are found by name.
  `,
  spec: 'domain',
  at: referencesTo('state'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const severity = severityOf(lookup),
      state = show(node.value);
    if (lookup.outcome === 'unknowable')
      return lookup.because === 'no-list'
        ? { severity, message: `${node.label}: this engine lists no states, so ${state} cannot be checked` }
        : undefined;
    const { near } = lookup;
    const unable = node.key === 'starting_state' ? 'so it cannot start' : 'so the edge leads nowhere';
    const consequence = lookup.known.size === 0 ? 'which has no states' : unable;
    return {
      severity,
      message: `${node.label}: no state ${state} in this engine, ${consequence}${orMeant(lookup)}`,
      fix: set(node, near),
    };
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      {
        "starting_state": "greetings",
                          ^^^^^^^^^^^ starting_state: no state "greetings" in this engine, so it cannot start; did
                                    | you mean "greeting"?
      => "starting_state": "greeting",
        "states": [
          { "name": "greeting", "edges": [{ "destination_state_name": "payment" }] },
                                                                      ^^^^^^^^^
                                              | destination_state_name: no state "payment" in this engine, so the edge
                                              | leads nowhere
          { "name": "closing" }
        ]
      }
      -- simple.llm.json --
      { "starting_state": "greeting", "states": [] }
                          ^^^^^^^^^^ starting_state: no state "greeting" in this engine, which has no states
      -- settings.llm.json --
      { "starting_state": "greeting" }
                          ^^^^^^^^^^ info: starting_state: this engine lists no states, so "greeting" cannot be checked
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
      -- new.llm.json --
      { "starting_state": "greeting", "states": [{ "state_prompt": "Greet." }] }
    `,
  },
});
