import { hasVariable } from '../server/core/domain/fields.ts';
import { defineRule, files, formatted } from '../server/core/engine/rule.ts';
import { show } from '../server/core/words.ts';

/** A local part, an @, and a domain of at least two labels, in any script. */
const address = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;

export default defineRule({
  id: 'malformed-email',
  severity: 'warning',
  summary: 'A text that is no mail address where one belongs.',
  why: `
    What is no address reaches nobody, and nothing says so until the alert is missed. The notification of an alert goes
    to the addresses of \`emails\`, one address an item.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: emails, webhook_urls: whom to notify',
  at: formatted('email'),

  check(node) {
    // white space around it is what stray-whitespace is about
    const text = node.string()?.trim();
    if (text === undefined || hasVariable(text) || address.test(text) || node.within('alert-incident'))
      return undefined;
    const meant = [text.replace(/^mailto:/i, ''), /<([^<>]+)>$/.exec(text)?.[1]?.trim()].find(
      candidate => candidate !== undefined && address.test(candidate),
    );
    const several = text.split(/[,;\s]+/).filter(part => address.test(part)).length > 1;
    return {
      message: `${show(text)} is not a mail address, so nobody is notified by it`,
      ...(several && { help: 'write each address as an item of its own' }),
      ...(meant !== undefined && {
        fix: { title: `Use "${meant}"`, safe: false, edits: [{ set: node.pointer, to: meant }] },
      }),
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- calls.alert-rule.json --
        {
          "name": "Too many calls",
          "metric_type": "call_count",
          "emails": [
            "",
            ^^ warning: "" is not a mail address, so nobody is notified by it
            "oncall@clinic",
            ^^^^^^^^^^^^^^^ warning: "oncall@clinic" is not a mail address, so nobody is notified by it
            "mailto:desk@clinic.example",
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: "mailto:desk@clinic.example" is not a mail address, so nobody is
                                       | notified by it
            "Night Desk <night@clinic.example>",
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: "Night Desk <night@clinic.example>" is not a mail address, so
                                              | nobody is notified by it
            "day@clinic.example, late@clinic.example"
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                                | warning: "day@clinic.example, late@clinic.example" is not a mail
                                                | address, so nobody is notified by it
          ]
        }
      `,
        fixed: files`
        -- calls.alert-rule.json --
        {
          "name": "Too many calls",
          "metric_type": "call_count",
          "emails": [
            "",
            "oncall@clinic",
            "desk@clinic.example",
            "night@clinic.example",
            "day@clinic.example, late@clinic.example"
          ]
        }
      `,
      },
    ],
    valid: [
      files`
      -- calls.alert-rule.json --
      {
        "name": "Too many calls",
        "metric_type": "call_count",
        "emails": [" desk@clinic.example", "on-call+alerts@eu.clinic.example", "büro@praxis.example", "{{oncall_email}}"]
      }
      -- past.alert-incident.json --
      { "alert_incident_id": "incident_1", "metric_type": "call_count", "emails": ["oncall"] }
    `,
    ],
  },
});
