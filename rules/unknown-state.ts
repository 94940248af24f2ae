import { itemsBy } from '../server/core/domain/tools.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { didYouMean, nearest, show } from '../server/core/words.ts';

export default defineRule({
  id: 'unknown-state',
  severity: 'warning',
  summary: 'The start or an edge of an engine names a state that the engine does not have.',
  why: `
    An edge to a state that is not there gives the model a tool that cannot work; a start that is not there leaves the
    engine without the prompt and the tools it was meant to begin with. States are found by their names. Name a state
    that is there.
  `,
  spec: 'domain',
  at: referencesTo('state'),

  check(node) {
    const name = node.string();
    const engine = node.within('llm');
    if (!name || !engine) return;
    const names = itemsBy('name', engine.get('states'));
    if (names.has(name)) return;
    const near = nearest(name, names);
    const effect = node.key === 'starting_state' ? 'so it cannot begin there' : 'so it cannot be entered';
    return {
      message:
        `${node.label} ${show(name)} is no state of this engine, ` +
        `${names.size === 0 ? 'which has none' : effect}${didYouMean(name, names)}`,
      ...(near !== undefined && {
        fix: { title: `Use ${show(near)}`, safe: false, edits: [{ set: node.pointer, to: near }] },
      }),
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.llm.json --
        {
          "starting_state": "greetings",
                            ^^^^^^^^^^^ warning: starting_state "greetings" is no state of this engine, so it cannot
                                      | begin there; did you mean "greeting"?
          "states": [
            { "name": "greeting", "edges": [{ "destination_state_name": "payment", "description": "Wants to pay" }] },
                                                                        ^^^^^^^^^
                                                | warning: destination_state_name "payment" is no state of this engine,
                                                | so it cannot be entered
            { "name": "closing" }
          ]
        }
        -- simple.llm.json --
        { "starting_state": "greeting", "states": [] }
                            ^^^^^^^^^^ warning: starting_state "greeting" is no state of this engine, which has none
      `,
        fixed: files`
        -- desk.llm.json --
        {
          "starting_state": "greeting",
          "states": [
            { "name": "greeting", "edges": [{ "destination_state_name": "payment", "description": "Wants to pay" }] },
            { "name": "closing" }
          ]
        }
      `,
      },
    ],
    valid: [
      files`
      -- desk.llm.json --
      {
        "starting_state": "greeting",
        "states": [
          { "name": "greeting", "edges": [{ "destination_state_name": "closing", "description": "Is done" }] },
          { "name": "closing", "edges": [] }
        ]
      }
      -- simple.llm.json --
      { "starting_state": null, "states": [] }
    `,
    ],
  },
});
