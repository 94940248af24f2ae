import { defineRule, files, formatted } from '../server/core/engine/rule.ts';
import { childEntry, marksOf, rootOf } from '../server/core/shapes/table.ts';
import { show } from '../server/core/wording.ts';
import { showsCredential } from '../server/core/secrets.ts';
import { set } from '../server/core/engine/fixes.ts';

/** The form stated for the scheduling tool; models require it of every tool. */
const stated = marksOf(childEntry(rootOf('book-appointment-tool'), 'name'));
const form = new RegExp(stated.pattern ?? ''),
  longest = stated.maxLength ?? Infinity;

export default defineRule({
  id: 'malformed-tool-name',
  group: 'flows',
  severity: 'warning',
  summary: 'A tool name is not a valid identifier.',
  why: `
    A tool name may contain a-z, A-Z, digits, underscores and dashes, up to 64 characters. The specification requires
    this for the scheduling tool, and language models refuse other names too, so the agent cannot use the tool. Rename
    it, also in prompts that mention it.
  `,
  spec: 'Scheduling tool',
  clause: 'Scheduling tool: name: an identifier, bounded, unique',
  replaces: ['invalid-format', 'wrong-length'],
  at: formatted('tool-name'),

  check(node) {
    const name = node.string();
    const tool = node.parent;
    if (name === undefined || !tool?.is('tool')) return;
    const isStated = tool.is('book-appointment-tool');
    if (name === '')
      return isStated ? { severity: 'error', message: 'name: empty, so the model cannot call the tool' } : undefined;
    // surrounding whitespace is stray-whitespace's finding
    const characters = [...(name.trim() || name)],
      { length } = characters;
    const wrong = characters.find(character => !form.test(character));
    if (wrong === undefined && length <= longest) return;
    const better = name
      .trim()
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .split(/[^a-zA-Z0-9_-]+/)
      .filter(part => part !== '')
      .join('_')
      .slice(0, longest);
    const effect = isStated ? 'the tool is refused' : 'a model may refuse the tool';
    return {
      severity: isStated ? 'error' : 'warning',
      message:
        wrong !== undefined
          ? `name: ${show(name)} contains ${show(wrong)}; only a-z, A-Z, 0-9, _ and - are allowed, so ${effect}`
          : `name: expected at most ${longest} characters, got ${length}, so ${effect}`,
      ...(better !== '' &&
        wrong !== undefined &&
        !showsCredential(name) && { fix: set(node, better, { title: `Rename to ${better}` }) }),
    };
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      {
        "general_tools": [
          { "type": "book_appointment_sched", "name": "book appointment" },
                                                      ^^^^^^^^^^^^^^^^^^
                                              | name: "book appointment" contains " "; only a-z, A-Z, 0-9, _ and - are
                                              | allowed, so the tool is refused
       => { "type": "book_appointment_sched", "name": "book_appointment" },
          { "type": "custom", "name": "Kunde prüfen" },
                                      ^^^^^^^^^^^^^^
                                              | warning: name: "Kunde prüfen" contains " "; only a-z, A-Z, 0-9, _ and
                                              | - are allowed, so a model may refuse the tool
       => { "type": "custom", "name": "Kunde_prufen" },
          { "type": "end_call", "name": "end_the_call_after_the_caller_has_said_goodbye_or_has_been_silent_for_long" }
                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: name: expected at most 64 characters, got 74, so a model
                                              | may refuse the tool
        ]
      }
    `,
    valid: files`
      -- desk.llm.json --
      {
        "general_tools": [
          { "type": "book_appointment_sched", "name": "book-appointment_2" },
          { "type": "custom", "name": "" },
          { "type": "custom", "name": "find " }
        ]
      }
      -- late.test-case.json --
      {
        "name": "Late", "user_prompt": "You are late.", "metrics": [],
        "tool_mocks": [{ "tool_name": "book a slot", "input_match_rule": { "type": "any" }, "output": "{}" }]
      }
    `,
  },
});
