import { docsOf } from '../core/engine/rule-docs.ts';
import { configurationName } from '../core/settings-files.ts';
import type { PolicyRule } from '../core/policies/policy.ts';
import { printable, publishedJson } from '../view/printable.ts';
import type { Rules } from '../core/generated/outputs.js';
import type { Rule } from '../core/engine/rule.ts';
import { count } from '../core/wording.ts';
import { command, formatOption } from './terminal/command.ts';
import { rules as allRules } from '../../rules/index.ts';
import { type Io, UsageError } from './terminal/io.ts';
import { ownRules } from './terminal/workspaces.ts';
import { ruleAddress, ruleLink, markdownTable, table } from '../view/prose.ts';
import { Cursor } from '../core/cursor.ts';
import { Dispatch } from '../core/dispatch.ts';
import { Document } from '../core/document.ts';
import type { Json } from '../core/json/json.ts';
import { rootOf } from '../core/shapes/table.ts';

/** Lists all rules: `preflight rules`. */
export const rules = command(
  {
    name: 'rules',
    readsConfiguration: true,
    about: `List all rules, including the policies of this workspace: id, group, severity, whether there is a fix, and what is
reported.`,
    options: {
      format: formatOption(['table', 'json', 'markdown']),
      test: { about: 'run the examples of the policies instead; exit with 1 if one fails' },
    },
    helpEnding: `Examples
  preflight rules
  preflight rules --format json
  preflight rules --test
  preflight explain RULE              one rule in full`,
  },
  ({ values, positionals: [ruleName] }, io) => {
    if (ruleName !== undefined)
      throw new UsageError(`rules takes no "${ruleName}"; type: preflight explain ${ruleName}`);
    const format = values.format ?? 'table';
    const policies = ownRules(io);
    if (values.test) return testPolicies(policies, format, io);
    const sortedRules = [...allRules, ...policies].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (format === 'json')
      io.stdout.write(publishedJson({ version: 1, rules: sortedRules.map(entry) } satisfies Rules));
    else if (format === 'markdown')
      io.stdout.write(
        markdownTable(
          ['Rule', 'Group', 'Severity', 'Fix', 'What'],
          sortedRules.map(rule => [linkTo(rule), ...columns(rule)]),
        ),
      );
    else {
      io.stdout.write(ruleTable(sortedRules, io.stdout.columns));
      io.stderr.write(`${count(sortedRules.length, 'rule')}; "preflight explain RULE" explains one\n`);
    }
    return Promise.resolve(0);
  },
);

/** A table with one line for each rule: id, group, severity, whether there is a fix, summary. */
export const ruleTable = (rules: readonly Rule[], width: number): string =>
  table(
    rules.map(rule => [rule.id, ...columns(rule)]),
    width,
  );

/**
 * Checks the examples of policies, and prints the results.
 * @returns the exit code
 */
function testPolicies(policies: readonly PolicyRule[], format: string, io: Io): number {
  const results = policies.map(tryExamples);
  const hasFailed = results.some(({ failures }) => failures.length > 0);
  if (format === 'json') io.stdout.write(publishedJson({ version: 1, policies: results }));
  else
    for (const { id, passedCount: passed, failures } of results) {
      const examples =
        passed === 0 && failures.length === 0 ? 'no examples' : `${count(passed, 'example')} as expected`;
      io.stdout.write(`${failures.length > 0 ? 'failed' : 'ok'}  ${id}: ${examples}\n`);
      for (const failure of failures) io.stdout.write(`        ${printable(failure)}\n`);
    }
  if (policies.length === 0)
    io.stderr.write('no policies in this workspace; define them in "policies" of the configuration\n');
  return hasFailed ? 1 : 0;
}

function linkTo(rule: Rule): string {
  const address = 'policy' in rule ? undefined : ruleAddress(rule.id);
  return address === undefined ? `\`${rule.id}\`` : `[\`${rule.id}\`](${address})`;
}

/** Whether a rule has fixes. Each fix is in an example. */
const isFixable = (rule: Rule): boolean =>
  docsOf(rule).examples.invalid.some(({ fixedFiles }) => fixedFiles !== undefined);
const columns = (rule: Rule): string[] => [
  rule.group,
  rule.severity,
  isFixable(rule) ? 'fix' : '',
  docsOf(rule).summary,
];

/** A rule in the format of JSON outputs. */
export const entry = (rule: Rule): Rules['rules'][number] => ({
  id: rule.id,
  group: rule.group,
  severity: rule.severity,
  summary: docsOf(rule).summary,
  why: docsOf(rule).why,
  spec: rule.spec,
  aliases: rule.aliases ?? [],
  fixable: isFixable(rule),
  link: 'policy' in rule ? configurationName : ruleLink(rule.id),
});

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
function tryExamples(rule: PolicyRule): ExampleResult {
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
