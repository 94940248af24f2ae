import {
  credentialsInUrl,
  isCredential,
  isCredentialUnder,
  issuedKeysIn,
  mayContainIssuedKey,
} from '../server/core/secrets.ts';
import type { Target } from '../server/core/finding.ts';
import { entryOf, type Marks } from '../server/core/shapes/table.ts';
import { clipped, defineRule, isObject, type Cursor, type Json, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'credential-in-plain-text',
  group: 'secrets',
  severity: 'warning',
  spec: 'domain',
  redacts: true,
  at: {
    among: ['x-secret', 'x-format=url', 'x-format=websocket-url', 'x-template', 'x-sets-variables', 'type=string'],
  },
  when: marks => value => {
    if (typeof value === 'string') {
      if (isAddress(marks)) return /[@=]/.test(value);
      return marks['x-secret'] === undefined ? mayContainIssuedKey(value) : isCredential(value);
    }
    if (!isObject(value)) return false;
    if (marks['x-secret'] !== undefined) return Object.entries(value).some(holdsCredential);
    return (
      marks['x-sets-variables'] === 'values' &&
      Object.values(value).some(value => typeof value === 'string' && mayContainIssuedKey(value))
    );
  },

  *check(node): Generator<Problem> {
    const value = node.string();
    if (value !== undefined && isAddress(node.marks)) {
      for (const { noun, start, end } of credentialsInUrl(value))
        yield problem({ within: node.pointer, start, end }, `${noun} in ${node.label}`);
    } else if (value !== undefined && node.marks['x-secret'] === undefined)
      yield* isOfSecrets(node) ? [] : keysIn(node);
    else if (value !== undefined) yield problem(node, node.label, node.marks['x-template'] !== undefined);
    for (const entry of node.entries()) {
      // a value whose schema is a string is a place of its own, at which the rule is called
      if (node.marks['x-secret'] === undefined) yield* entryOf(entry.entry).types ? [] : keysIn(entry);
      else if (holdsCredential([entry.key, entry.value]))
        yield problem(entry, `${clipped(entry.key)} in ${node.label}`);
    }
  },
});

/** Reports keys in text for the model, for callers, or for people who open the agent. */
function* keysIn(text: Cursor): Generator<Problem> {
  for (const { start, end } of issuedKeysIn(text.string() ?? ''))
    yield problem({ within: text.pointer, start, end }, text.label, text.marks['x-template'] !== undefined);
}

/** Whether the object around a value reports the value. */
const isOfSecrets = ({ parent, key, value }: Cursor): boolean =>
  parent?.marks['x-secret'] !== undefined && holdsCredential([key, value]);

const holdsCredential = ([name, value]: readonly [string, Json | undefined]): boolean =>
  typeof value === 'string' && isCredentialUnder(name, value);

const isAddress = (marks: Marks): boolean => marks['x-format'] === 'url' || marks['x-format'] === 'websocket-url';

/** @param isTemplate whether the platform replaces variables in the text */
function problem(place: Cursor | Target, credential: string, isTemplate = true): Problem {
  return {
    at: place,
    message: `${credential}: credential in plain text, readable by anyone with this file`,
    help: `${isTemplate ? 'use a {{variable}} or ' : ''}inject the value at deploy time, and rotate the credential`,
  };
}
