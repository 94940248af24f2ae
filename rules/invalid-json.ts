import { defineTextRule, files, type TextProblem } from '../server/core/engine/rule.ts';
import { pointerOfNode } from '../server/core/locate.ts';
import { explained } from '../server/core/domain/syntax-errors.ts';

export default defineTextRule({
  id: 'invalid-json',
  severity: 'error',
  summary: 'The file is not JSON.',
  why: `
    The platform, like every JSON reader, refuses a file with a single comma too many, and nothing of it takes effect.
    JSON knows neither comments nor trailing commas nor single quotes. Files that end in \`.jsonc\` may hold comments;
    they are for people and tools, not for the platform.

    Of what a slip leaves in doubt nothing else is said: of the lines around it, or of the whole file where a bracket is
    missing.
  `,
  spec: 'What the service does',
  clause: 'What the service does: bodies are JSON',

  suspects: (_, valid) => !valid,

  *checkText(text, { problems, tape }): Generator<TextProblem> {
    for (const { problem, span, message, help, fix } of explained(text, problems, tape)) {
      yield {
        span,
        message,
        pointer: problem.node < 0 ? '' : pointerOfNode(tape, problem.node),
        ...(help !== undefined && { help }),
        ...(fix && { fix: { title: fix.title, safe: fix.safe, edits: [], textEdits: fix.edits } }),
      };
    }
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.agent.json --
        {
          // the desk in Berlin
          ^^^^^^^^^^^^^^^^^^^^^ JSON has no comments; readers refuse the file
          "agent_name": 'Desk',
                        ^^^^^^ this text is in single quotes; JSON takes double quotes only
          voice_id: "11labs-Adrian",
          ^^^^^^^^ the key voice_id must stand in double quotes
          "enable_backchannel": True,
                                ^^^^ True is not a JSON value; it is written true
          "voice_speed": .9
                         ^^ .9 is not a number as JSON writes them
          "volume": 1,
          ^^^^^^^^ a comma is missing before "volume"
          "backchannel_words": ["yes", "I see",]
                                              ^ a comma after the last item; JSON allows none there
        }
      `,
        fixed: files`
        -- desk.agent.json --
        {
          "agent_name": "Desk",
          "voice_id": "11labs-Adrian",
          "enable_backchannel": true,
          "voice_speed": 0.9,
          "volume": 1,
          "backchannel_words": ["yes", "I see"]
        }
      `,
      },
      {
        files: files`
        -- desk.agent.json --
        {
          "voice_id": "11labs-Adrian",
        <<<<<<< HEAD
        ^^^^^^^^^^^^ an unresolved merge conflict between HEAD and slower-voice; readers refuse the file until one side
                   | is chosen
          "voice_speed": 1,
          "volume": 1
        =======
          "voice_speed": 0.9
        >>>>>>> slower-voice
        }
      `,
      },
      {
        files: files`
        -- desk.agent.json --
        {
        ^ this object is never closed; } is missing
          "agent_name": "Desk",
          "voice_id": ,
          ^^^^^^^^^^ "voice_id" has no value
          "language" "en-US",
                     ^^^^^^^ a colon is missing before "en-US"
          "fallback_voice_ids": ["cartesia-Emma", { ... }],
                                                    ^^^
                                                | ... stands for something that was left out; JSON cannot leave out
                                                | anything
          "response_engine": {
                             ^ this object is never closed; } is missing
            "type": "service-llm",
            "llm_id": "llm_1"
      `,
      },
      {
        files: files`
        -- desk.agent.json --
        {
          "agent_name": "Desk",
          "language":
          ^^^^^^^^^^ "language" has no value
          "backchannel_words": ["yes",
                               ^ this list is never closed; ] is missing
          "volume": 1
        }
      `,
      },
      {
        files: files`
        -- desk.agent.json --
        {
          "agent_name": "Desk",
          "response_engine": {
                             ^ this object is never closed; } is missing
            "type": "service-llm",
          "volume": 1
        }
      `,
      },
      {
        files: files`
        -- desk.agent.json --
        { "agent_name": "Desk" } }
                                 ^ text after the end of the JSON value: }
      `,
      },
      {
        files: files`
        -- desk.agent.json --

        ^ the file is empty; a JSON object is expected
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      { "agent_name": "// Desk, 'quoted'", "voice_speed": 9e-1 }
    `,
      files`
      -- desk.agent.jsonc --
      // the desk in Berlin
      { "agent_name": "Desk" /* a name */ }
    `,
    ],
  },
});
