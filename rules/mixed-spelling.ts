import { unlikeIn } from '../server/core/domain/mixed-dialects.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { kinds } from '../server/core/kinds.ts';
import { show, count } from '../server/core/wording.ts';

/** Every shape that the root of a file can have. */
const records = Object.fromEntries(Object.values(kinds).flatMap(({ shapes }) => shapes.map(shape => [shape, ''])));

export default defineRule({
  id: 'mixed-spelling',
  group: 'style',
  severity: 'info',
  summary: "A file mixes two dialects of the platform's names.",
  why: `
    The specification's \`service-llm\` is \`retell-llm\` in files of Retell AI. Preflight reads both, but the
    platform that gets the file knows one of them: names in the other dialect are unknown fields or values there. The
    fix rewrites all names in the file's dialect. If a name is your own, list it in \`names\` in the configuration.
  `,
  spec: 'domain',
  at: records,
  check(node) {
    const { document } = node;
    if (document.roots[0]?.pointer !== node.pointer) return undefined;
    const unlike = unlikeIn(document),
      [first] = unlike;
    if (!first) return undefined;
    const others = unlike.length - 1,
      { pointer } = first.at,
      shows = document.dialect!.shows;
    return {
      at: first.key ? { key: pointer } : pointer,
      message:
        `${show(first.name)}: another dialect than the rest of the file` +
        `${first.spelled === shows ? '' : ` (${show(shows)})`}; expected ${show(first.spelled)}` +
        (others > 0 ? ` (and ${count(others, 'more name')})` : ''),
      fix: {
        title: "Use the file's own dialect for all names",
        safe: false,
        edits: unlike.map(({ at, key, name }) =>
          key ? { rename: at.pointer, to: name } : { set: at.pointer, to: name },
        ),
      },
    };
  },

  examples: {
    invalid: files`
      -- monday.batch-call.json --
      {
        "from_number": "+14155550100",
        "tasks": [
          { "to_number": "+14155550111", "retell_llm_dynamic_variables": { "day": "Monday" } },
          { "to_number": "+14155550112", "service_llm_dynamic_variables": { "day": "Monday" } }
                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                            | info: "service_llm_dynamic_variables": another dialect than the rest of
                                            | the file; expected "retell_llm_dynamic_variables"
       => { "to_number": "+14155550112", "retell_llm_dynamic_variables": { "day": "Monday" } }
        ]
      }
      ====
      -- desk.agent.json --
      {
        "response_engine": { "type": "retell-llm", "llm_id": "llm_1" },
        "voice_id": "retell-Cimo",
        "serviceLlmData": {
        ^^^^^^^^^^^^^^^^ info: "serviceLlmData": another dialect than the rest of the file ("retell-llm"); expected
        | "retellLlmData" (and 1 more name)
      => "retellLlmData": {
          "general_prompt": "Book what the caller asks for.",
          "general_tools": [
            { "type": "book_appointment_sched", "name": "book", "cal_api_key": "{{key}}", "event_type_id": 7 }
         => { "type": "book_appointment_cal", "name": "book", "cal_api_key": "{{key}}", "event_type_id": 7 }
          ]
        }
      }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "response_engine": { "type": "retell-llm", "llm_id": "llm_1" },
        "voice_id": "retell-Cimo",
        "retellLlmData": {
          "general_prompt": "Our service_llm is called service-llm.",
          "general_tools": [
            { "type": "book_appointment_cal", "name": "book_appointment_sched", "cal_api_key": "{{key}}", "event_type_id": 7 }
          ],
          "default_dynamic_variables": { "service_llm": "a variable of ours" }
        }
      }
      ====
      -- desk.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_1" }, "voice_id": "platform-Cimo" }
    `,
  },
});
