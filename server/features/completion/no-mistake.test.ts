import { expect, it } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { defaultConfiguration } from '../../core/configuration/configuration.ts';
import { Document } from '../../core/document.ts';
import { lint, RuleSet } from '../../core/engine/lint.ts';
import { kinds, type Kind } from '../../core/kinds.ts';
import { contextAt, CARET } from '../../testing/caret.ts';
import { textAfter } from '../../testing/completion-at.ts';
import { completionsAt } from './completion.ts';

const everyRule = new RuleSet(rules);
/** Rules about values that a person is going to type: an id, a name, an address. */
const unfinished = /missing|expected|empty|unknown-|malformed|at least 1 (?:character|item)|unset|repeated-id/;

/**
 * The errors in a file after an item was accepted, except those that it had before or that a person is going to fix.
 */
function mistakes(file: string, text: string): string[] {
  const context = contextAt(`-- ${file} --\n${text}`);
  const errorsIn = (document: Document): string[] => {
    const workspace = context.workspace.withDocument(document);
    return lint(workspace.document(file)!, workspace, everyRule, defaultConfiguration)
      .filter(({ severity }) => severity === 'error')
      .map(({ rule, message }) => `${rule}: ${message}`)
      .filter(words => !unfinished.test(words));
  };
  const before = new Set(errorsIn(context.document));
  return completionsAt(context).items.flatMap(item => {
    const after = textAfter(context, item);
    const text = errorsIn(new Document(file, after, 2)).filter(words => !before.has(words));
    return text.map(words => `${item.label}: ${words}`);
  });
}

it.each(Object.keys(kinds) as Kind[])('offers no value that would be an error in a new %s', kind => {
  expect(mistakes(`new.${kind}.json`, `{ ${CARET} }\n`)).toEqual([]);
});

it.each([
  ['new.agent.json', `{ "agent_id": "agent_a", "version": 1, "custom_stt_config": { ${CARET} } }`],
  ['new.agent.json', `{ "agent_id": "agent_a", "version": 1, "custom_stt_config": { "provider": "azure", ${CARET} } }`],
  ['new.conversation-flow.json', `{ "nodes": [${CARET}] }`],
  ['new.conversation-flow.json', `{ "nodes": [{ "id": "a", "type": "conversation", ${CARET} }] }`],
  ['new.conversation-flow.json', `{ "nodes": [{ "id": "a", "type": "sms", ${CARET} }] }`],
  ['new.conversation-flow.json', `{ "nodes": [{ "id": "a", "type": "branch", "edges": [${CARET}] }] }`],
  ['new.llm.json', `{ "general_tools": [${CARET}] }`],
  ['new.llm.json', `{ "states": [${CARET}] }`],
  ['new.batch-call.json', `{ "from_number": "+14155550100", "tasks": [${CARET}] }`],
  ['new.alert-rule.json', `{ "name": "A", "metric_type": "call_count", "threshold_type": "absolute", ${CARET} }`],
])('offers no value in %s that would be an error at %s', (file, text) => {
  expect(mistakes(file, text)).toEqual([]);
});
