import { defineTextRule, files, type TextProblem } from '../server/core/engine/rule.ts';
import { pointerOfNode } from '../server/core/locate.ts';
import { explained } from '../server/core/domain/syntax-errors.ts';

export default defineTextRule({
  id: 'invalid-json',
  group: 'files',
  severity: 'error',
  summary: 'The file is not valid JSON.',
  why: `
    The platform and every JSON parser refuse the file, so nothing in it takes effect. JSON has no comments, no
    trailing commas and no single quotes. Files that end in \`.jsonc\` may contain comments, but the platform does not
    read those.

    Where the error makes the rest of the file ambiguous, other findings are withheld: for the lines around it, or for
    the whole file if a bracket is missing.
  `,
  spec: 'What the service does',
  clause: 'What the service does: bodies are JSON',

  suspects: ({ valid }) => !valid,

  *checkText(text, { problems, nodes }): Generator<TextProblem> {
    for (const { problem, span, message, help, fix } of explained(text, problems, nodes)) {
      yield {
        span,
        message,
        pointer: problem.node < 0 ? '' : pointerOfNode(nodes, problem.node),
        help,
        ...(fix && { fix: { title: fix.title, safe: fix.safe, edits: [], textEdits: fix.edits } }),
      };
    }
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        // the desk in Berlin
        ^^^^^^^^^^^^^^^^^^^^^ comments are not allowed in JSON
      =>
        "agent_name": 'Desk',
                      ^^^^^^ single-quoted string; JSON requires double quotes
      => "agent_name": "Desk",
        voice_id: "11labs-Adrian",
        ^^^^^^^^ the key voice_id must be in double quotes
      => "voice_id": "11labs-Adrian",
        "enable_backchannel": True,
                              ^^^^ True is not a JSON value; use true
      => "enable_backchannel": true,
        "voice_speed": .9
                       ^^ .9 is not a valid JSON number
      => "voice_speed": 0.9,
        "volume": 1,
        ^^^^^^^^ missing comma before "volume"
        "backchannel_words": ["yes", "I see",]
                                            ^ trailing comma after the last item
      => "backchannel_words": ["yes", "I see"]
      }
      ====
      -- desk.agent.json --
      {
        "voice_id": "11labs-Adrian",
      <<<<<<< HEAD
      ^^^^^^^^^^^^ unresolved merge conflict between HEAD and slower-voice
        "voice_speed": 1,
        "volume": 1
      =======
        "voice_speed": 0.9
      >>>>>>> slower-voice
      }
      ====
      -- desk.agent.json --
      {
      ^ unclosed object: } is missing
        "agent_name": "Desk",
        "voice_id": ,
        ^^^^^^^^^^ missing value for "voice_id"
        "language" "en-US",
                   ^^^^^^^ missing colon before "en-US"
        "fallback_voice_ids": ["cartesia-Emma", { ... }],
                                                  ^^^ ... stands for omitted content, which JSON cannot express
        "response_engine": {
                           ^ unclosed object: } is missing
          "type": "service-llm",
          "llm_id": "llm_1"
      ====
      -- desk.agent.json --
      {
        "agent_name": "Desk",
        "language":
        ^^^^^^^^^^ missing value for "language"
        "backchannel_words": ["yes",
                             ^ unclosed list: ] is missing
        "volume": 1
      }
      ====
      -- desk.agent.json --
      {
        "agent_name": "Desk",
        "response_engine": {
                           ^ unclosed object: } is missing
          "type": "service-llm",
        "volume": 1
      }
      ====
      -- desk.agent.json --
      {
        "agent_name": "The "best" desk",
                           ^^^^^^ unescaped double quote in a string; write \"
      => "agent_name": "The \"best\" desk",
        “language”: "en-US",
        ^^^^^^^^^^ curly quotes; JSON requires straight double quotes
      => "language": "en-US",
        "voice_id" = "11labs-Adrian",
                   ^ expected a colon, got =
      => "voice_id": "11labs-Adrian",
        "volume"=1,
                ^ expected a colon, got =
      => "volume": 1,
        "ambient_sound" := "office",
                        ^^ expected a colon, got :=
      => "ambient_sound": "office",
        "voice_speed": 1,5
                       ^^^ 1,5 is not a valid JSON number; use a decimal point
      => "voice_speed": 1.5
      }
      ====
      -- desk.agent.json --
      {
        "expressive_mode_prompt": "Be calm.
                                  ^^^^^^^^^ line break in a string; write \n
      => "expressive_mode_prompt": "Be calm.\nBe kind."
      Be kind."
      =>
      }
      ====
      -- desk.agent.json --
      { "agent_name": "Desk" } }
                               ^ unexpected text after the end of the JSON value: }
      ====
      -- desk.agent.json --

      ^ expected a JSON object, got an empty file
    `,
    valid: files`
      -- desk.agent.json --
      { "agent_name": "// Desk, 'quoted'", "voice_speed": 9e-1 }
      ====
      -- desk.agent.jsonc --
      // the desk in Berlin
      { "agent_name": "Desk" /* a name */ }
    `,
  },
});
