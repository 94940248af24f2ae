import { Cursor } from '../cursor.ts';
import { Dispatch } from '../dispatch.ts';
import { Document } from '../document.ts';
import type { Json } from '../json/json.ts';
import { rootOf } from '../shapes/table.ts';
import { count } from '../wording.ts';
import type { PolicyRule } from './policy.ts';

/** The result of a policy's examples. */
interface ExampleResult {
  readonly id: string;
  readonly passedCount: number;
  /** A sentence for each example that fails. */
  readonly failures: readonly string[];
}

/**
 * Checks the examples of a policy against its `must`. The examples are not checked against `when`, because it also
 * depends on the rest of the files.
 */
export function tryExamples(rule: PolicyRule): ExampleResult {
  const { valid = [], invalid = [] } = rule.policy.examples ?? {};
  const failures = [
    ...valid.flatMap((value, i) => {
      const { messages } = judge(rule, value);
      return messages.length > 0 ? [`examples.valid[${i}]: ${messages[0]!}`] : [];
    }),
    ...invalid.flatMap((value, i) => {
      const { messages, places } = judge(rule, value);
      if (messages.length > 0) return [];
      const pathNote = rule.policy.at ? ` at ${rule.policy.at}` : '';
      return places === 0
        ? [`examples.invalid[${i}]: the example has no value${pathNote}, so nothing is judged`]
        : [`examples.invalid[${i}]: nothing found in ${count(places, 'value')}${pathNote}`];
    }),
  ];
  return { id: rule.id, passedCount: valid.length + invalid.length - failures.length, failures };
}

function judge(rule: PolicyRule, value: Json): { readonly messages: readonly string[]; readonly places: number } {
  const { shape, kind } = rule.policy;
  const document = new Document(`example${kind === undefined ? '' : `.${kind}`}.json`, JSON.stringify(value));
  const roots =
    shape === undefined ? document.roots : [new Cursor(document, document.value, rootOf(shape), undefined, '')];
  const dispatch = new Dispatch([[rule.at, rule]]);
  const messages: string[] = [];
  let places = 0;
  for (const root of roots)
    dispatch.walk(root, (_, place) => {
      if (!rule.concerns(place)) return;
      places++;
      const problem = rule.judge(place);
      if (problem) messages.push(problem.help === undefined ? problem.message : `${problem.message} (${problem.help})`);
    });
  return { messages, places };
}
