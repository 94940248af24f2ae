import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, withMark, type Problem } from '../server/core/engine/rule.ts';
import { isCredential, isCredentialUnder } from '../server/core/domain/secrets.ts';

export default defineRule({
  id: 'credential-in-plain-text',
  severity: 'warning',
  summary: 'A credential that stands in the file as it is.',
  why: `
    Files of this kind live in git, and everyone who ever gets the repository can use what stands in them, also after the line is gone.
    Put a \`{{variable}}\` where the platform replaces one, or fill the value in when the file is sent, and have the credential renewed.

    Preflight never shows the value itself.
  `,
  spec: 'domain',
  at: withMark('x-secret'),

  *check(node): Generator<Problem> {
    const value = node.string();
    if (value !== undefined && isCredential(value)) yield problem(node, node.label);
    for (const entry of node.entries()) {
      const held = entry.string();
      if (held !== undefined && isCredentialUnder(entry.key, held)) yield problem(entry, `${entry.key} in ${node.label}`);
    }
  },

  examples: {
    invalid: [{
      files: files`
        -- desk.llm.json --
        {
          "general_prompt": "You book visits.",
          "general_tools": [
            { "type": "book_appointment_sched", "name": "book", "sched_api_key": "cal_live_52ab8e0f", "event_type_id": 7 },
                                                                                 ^^^^^^^^^^^^^^^^^^^ warning: sched_api_key is a credential in plain text; everyone who gets this file can use it
            {
              "type": "custom", "name": "find", "url": "https://api.clinic.example/find", "method": "GET",
              "headers": { "Content-Type": "application/json", "Authorization": "Bearer 1234567890" },
                                                                                ^^^^^^^^^^^^^^^^^^^ warning: Authorization in headers is a credential in plain text; everyone who gets this file can use it
              "query_params": { "page": "1", "api_key": "9f8e7d6c5b" }
                                                        ^^^^^^^^^^^^ warning: api_key in query_params is a credential in plain text; everyone who gets this file can use it
            }
          ],
          "mcps": [{ "name": "crm", "url": "https://mcp.clinic.example", "headers": { "X-Auth-Token": "a81bc9d0" } }]
                                                                                                      ^^^^^^^^^^ warning: X-Auth-Token in headers is a credential in plain text; everyone who gets this file can use it
        }
        -- friday.batch-call.json --
        {
          "from_number": "+14155550100",
          "tasks": [{ "to_number": "+12137774445", "custom_sip_headers": { "X-Password": "hunter22", "X-Desk": "north-entrance" } }]
                                                                                         ^^^^^^^^^^ warning: X-Password in custom_sip_headers is a credential in plain text; everyone who gets this file can use it
        }
      `,
    }],
    valid: [files`
      -- desk.llm.json --
      {
        "general_prompt": "You book visits.",
        "general_tools": [
          { "type": "book_appointment_sched", "name": "book", "sched_api_key": "{{cal_key}}", "event_type_id": 7 },
          {
            "type": "custom", "name": "find", "url": "https://api.clinic.example/find", "method": "GET",
            "headers": { "Authorization": "Bearer {{crm_token}}", "X-Team": "front-desk-north" },
            "query_params": { "key": "value", "page_token": "CAUQAA-1234567", "token": "" }
          },
          { "type": "custom", "name": "move", "url": "https://api.clinic.example/move", "headers": { "x-api-key": "YOUR_API_KEY", "Authorization": "Bearer <token>" } }
        ]
      }
    `],
  },
});

function problem(at: Cursor, what: string): Problem {
  return {
    at,
    message: `${what} is a credential in plain text; everyone who gets this file can use it`,
    help: 'use a {{variable}} or fill it in when the file is sent, and have the credential renewed',
  };
}
