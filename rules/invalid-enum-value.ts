import type { Cursor } from '../server/core/cursor.ts';
import { entryOf } from '../server/core/shapes/table.ts';
import { show, suggested } from '../server/core/wording.ts';
import { defineSchemaRule, files } from '../server/core/engine/rule.ts';
import { channelOf, eventOn, eventsOf } from '../server/core/domain/settings.ts';
import { milliseconds } from '../server/core/domain/units.ts';
import { hasCome, sinceOf, untilOf } from '../server/core/domain/dated.ts';
import { addedValues, enumerated, ifKnown, nearestValue, oneOf, plain, shown } from '../server/core/domain/fields.ts';
import { set } from '../server/core/engine/fixes.ts';

/** As many values are read at a glance. */
const FEW = 8;

export default defineSchemaRule({
  id: 'invalid-enum-value',
  alwaysHelps: true,
  group: 'values',
  aliases: ['unknown-value'],
  severity: 'error',
  summary: 'A value is not one of the allowed values.',
  why: `
    The platform refuses the request. What it has added beside the specification is known up to the day that
    \`preflight doctor\` names. If it has added the value since, list it in \`knownValues\` in \`preflight.config.json\`,
    which a quick fix does.
  `,
  spec: 'Resources and their fields',
  violates: ['enum', 'const', 'not'],

  check(node, violation, workspace) {
    const { value } = node;
    if (violation.keyword === 'not') return { message: `${node.label}: ${shown(node)} is not allowed here` };
    const added = addedValues(node, workspace);
    if (typeof value !== 'object' && added.includes(String(value))) return undefined;
    // a value that was retired after the day whose facts count was valid on it
    if (!hasCome(untilOf(node.marks, value), workspace.facts)) return undefined;
    const known = [...enumerated(node).filter(one => hasCome(sinceOf(node.marks, one), workspace.facts)), ...added];
    const near = typeof value === 'string' ? meantBy(value, known, node) : undefined;
    const same = typeof value === 'string' ? known.filter(other => plain(other) === plain(value)) : [];
    const isNull = value === 'null' && entryOf(node.entry).types?.includes('null') === true;
    const settings = node.marks['x-channel-values'] === undefined ? undefined : node.within('agent-settings'),
      channel = settings && channelOf(settings);
    const similar = same.length === 1 ? same[0] : near,
      fitting = channel && similar !== undefined ? eventOn(channel, similar) : similar,
      meant = isNull ? null : fitting;
    const values = oneOf(eventsOf(channel, known));
    const lines = [ifKnown(node), values].filter(line => line !== undefined);
    // who is offered no value needs to see which there are
    const isOffered = meant !== undefined || known.length > FEW,
      help = isOffered ? lines.join('\n') : lines.toReversed().join('; ');
    return {
      message:
        `${node.label}: expected ${node.marks['x-noun'] ?? 'a known value'}, got ${shown(node)}` + suggested(meant),
      help: help || undefined,
      fix: set(node, meant, { title: `Use ${show(meant)}`, safe: same.length === 1 && fitting === similar }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "ambient_sound": "coffeeshop",
                         ^^^^^^^^^^^^ ambient_sound: expected an ambient sound, got "coffeeshop"; did you mean
                                    | "coffee-shop"?
      => "ambient_sound": "coffee-shop",
        "voice_emotion": "null",
                         ^^^^^^ voice_emotion: expected a voice emotion, got "null"; did you mean null?
      => "voice_emotion": null,
        "denoising_mode": "strong",
                          ^^^^^^^^ denoising_mode: expected a denoising mode, got "strong"
        "webhook_events": ["call_started", "call_end"]
                                           ^^^^^^^^^^ webhook_events[1]: expected a webhook event, got "call_end";
                                              | did you mean "call_ended"?
      => "webhook_events": ["call_started", "call_ended"]
      }
      -- site.agent.json --
      { "channel": "chat", "webhook_events": ["call_end"] }
                                              ^^^^^^^^^^ webhook_events[0]: expected a webhook event, got "call_end";
                                              | did you mean "chat_ended"?
      => { "channel": "chat", "webhook_events": ["chat_ended"] }
      -- twice.agent.json --
      { "webhook_events": ["call_ended", "Call_Ended"] }
                                         ^^^^^^^^^^^^ webhook_events[1]: expected a webhook event, got "Call_Ended"; did
                                              | you mean "call_ended"?
      => { "webhook_events": ["call_ended"] }
      ====
      -- night.alert-rule.json --
      {
        "comparator": "=>",
                      ^^^^ comparator: expected a comparator, got "=>"; did you mean ">="?
      => "comparator": ">=",
        "frequency": "60m",
                     ^^^^^ frequency: expected an evaluation frequency, got "60m"; did you mean "1h"?
      => "frequency": "1h",
        "window": "2h"
                  ^^^^ window: expected an evaluation window, got "2h"
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "ambient_sound": null, "voice_model": "eleven_v3", "denoising_mode": "no-denoise" }
      ====
      -- preflight.config.json --
      { "knownValues": { "ambient_sound": ["train-station"], "webhook_events": ["call_paused"] } }
      -- desk.agent.json --
      { "ambient_sound": "train-station", "webhook_events": ["call_paused"] }
    `,
  },
});

/** A period is meant by its length, any other value by its spelling. */
function meantBy(value: string, known: readonly string[], { marks }: Cursor): string | undefined {
  const durations = marks['x-durations'] as Readonly<Record<string, number>> | undefined;
  return durations ? known.find(other => durations[other] === milliseconds(value)) : nearestValue(value, known);
}
