import { isObject, type Json } from '../server/core/json/json.ts';
import { clipped } from '../server/core/wording.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { credentialsInUrl, isCredential, isCredentialUnder } from '../server/core/secrets.ts';
import type { Target } from '../server/core/finding.ts';
import type { Marks } from '../server/core/shapes/table.ts';

export default defineRule({
  id: 'credential-in-plain-text',
  group: 'secrets',
  severity: 'warning',
  summary: 'A credential is stored in the file in plain text.',
  why: `
    Anyone who gets the repository can use the credential, even after the line has been deleted, because git keeps it.
    Use a \`{{variable}}\` where the platform replaces one, or inject the value at deploy time, and rotate the
    credential.

    Preflight never prints the value.
  `,
  spec: 'domain',
  redacts: true,
  at: {
    among: ['x-secret', 'x-format=url', 'x-format=websocket-url'],
  },
  when: marks => value => {
    if (typeof value === 'string') return isAddress(marks) ? /[@=]/.test(value) : isCredential(value);
    return marks['x-secret'] !== undefined && isObject(value) && Object.entries(value).some(holdsCredential);
  },

  *check(node): Generator<Problem> {
    const value = node.string();
    if (value !== undefined && isAddress(node.marks)) {
      for (const { what, start, end } of credentialsInUrl(value))
        yield problem({ within: node.pointer, start, end }, `${what} in ${node.label}`);
    } else if (value !== undefined) yield problem(node, node.label);
    for (const entry of node.entries()) {
      if (holdsCredential([entry.key, entry.value])) yield problem(entry, `${clipped(entry.key)} in ${node.label}`);
    }
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      {
        "general_tools": [
          { "type": "book_appointment_sched", "name": "book", "sched_api_key": "cal_live_52ab8e0f" },
                                                                               ^^^^^^^^^^^^^^^^^^^
                                              | warning: sched_api_key: credential in plain text, readable by anyone
                                              | with this file
          {
            "type": "custom", "name": "find", "url": "https://api.clinic.example/find",
            "headers": { "Content-Type": "application/json", "Authorization": "Bearer 7d41c09be2" },
                                                                              ^^^^^^^^^^^^^^^^^^^
                                              | warning: Authorization in headers: credential in plain text,
                                              | readable by anyone with this file
            "query_params": { "page": "1", "api_key": "9f8e7d6c5b" }
                                                      ^^^^^^^^^^^^ warning: api_key in query_params: credential in
                                              | plain text, readable by anyone with this file
          }
        ],
        "mcps": [
          { "name": "pay", "url": "https://pay.clinic.example", "headers": { "x-functions-key": "Zk9-dQ2x" } },
                                                                                                ^^^^^^^^^^
                                              | warning: x-functions-key in headers: credential in plain text,
                                              | readable by anyone with this file
          { "name": "crm", "url": "https://mcp.clinic.example", "headers": { "X-Auth-Token": "a81bc9d0" } }
                                                                                             ^^^^^^^^^^
                                              | warning: X-Auth-Token in headers: credential in plain text, readable
                                              | by anyone with this file
        ]
      }
      -- desk.agent.json --
      { "webhook_url": "https://desk:s3cr3t-word@hooks.clinic.example/calls?from=desk&api_key=9f8e7d6c5b&page=1" }
                                     ^^^^^^^^^^^ warning: the password in webhook_url: credential in plain text,
                                              | readable by anyone with this file
                                                                                              ^^^^^^^^^^
                                              | warning: api_key in webhook_url: credential in plain text, readable
                                              | by anyone with this file
      -- night.agent.json --
      { "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://llm.clinic.example/ws?token=a81bc9d07f" } }
                                                                                                           ^^^^^^^^^^
                                              | warning: token in llm_websocket_url: credential in plain text,
                                              | readable by anyone with this file
      -- friday.batch-call.json --
      { "tasks": [{ "custom_sip_headers": { "X-Password": "hunter22", "X-Desk": "north-entrance" } }] }
                                                          ^^^^^^^^^^
                                              | warning: X-Password in custom_sip_headers: credential in plain text,
                                              | readable by anyone with this file
    `,
    valid: files`
      -- desk.agent.json --
      { "webhook_url": "https://{{user}}:{{password}}@hooks.clinic.example/calls?token={{token}}&page_token=CAUQAA-1234567#a=b" }
      -- night.agent.json --
      { "webhook_url": "https://hooks.clinic.example/@desk:night/calls?api_key=YOUR_API_KEY&callback=https://desk@clinic.example" }
      -- desk.llm.json --
      {
        "general_prompt": "You book visits.",
        "general_tools": [
          { "type": "book_appointment_sched", "name": "book", "sched_api_key": "{{cal_key}}", "event_type_id": 7 },
          { "type": "book_appointment_sched", "name": "book_2", "sched_api_key": "cal_key", "event_type_id": 7 },
          { "type": "book_appointment_sched", "name": "book_3", "sched_api_key": "__CAL_KEY__", "event_type_id": 7 },
          { "type": "book_appointment_sched", "name": "book_4", "sched_api_key": "\${CAL_KEY}", "event_type_id": 7 },
          { "type": "book_appointment_sched", "name": "book_6", "sched_api_key": "{sched_token}", "event_type_id": 7 },
          { "type": "book_appointment_sched", "name": "book_7", "sched_api_key": "process.env.CAL_KEY", "event_type_id": 7 },
          { "type": "book_appointment_sched", "name": "book_5", "sched_api_key": "cal_live_REDACTED", "event_type_id": 7 },
          {
            "type": "custom", "name": "look", "url": "https://api.clinic.example/look", "method": "GET",
            "headers": { "Authorization": "Bearer 1234567890" }
          },
          {
            "type": "custom",
            "name": "find",
            "url": "https://api.clinic.example/find",
            "method": "GET",
            "headers": { "Authorization": "Bearer {{crm_token}}", "X-Team": "front-desk-north" },
            "query_params": { "key": "value", "page_token": "CAUQAA-1234567", "token": "" }
          },
          {
            "type": "custom",
            "name": "move",
            "url": "https://api.clinic.example/move",
            "headers": { "x-api-key": "YOUR_API_KEY", "Authorization": "Bearer <token>" }
          }
        ]
      }
    `,
  },
});

const holdsCredential = ([name, value]: readonly [string, Json | undefined]): boolean =>
  typeof value === 'string' && isCredentialUnder(name, value);

const isAddress = (marks: Marks): boolean => marks['x-format'] === 'url' || marks['x-format'] === 'websocket-url';

function problem(at: Cursor | Target, what: string): Problem {
  return {
    at,
    message: `${what}: credential in plain text, readable by anyone with this file`,
    help: 'use a {{variable}} or inject the value at deploy time, and rotate the credential',
  };
}
