import { docsOf } from '../core/engine/rule-docs.ts';
import { ruleNames, unknownRule } from '../core/configuration/rule-names.ts';
import { ruleGroups, rulesCalled } from '../core/engine/groups.ts';
import type { Rule } from '../core/engine/rule.ts';
import { entry, ruleTable } from './rules.ts';
import { command, formatOption } from './terminal/command.ts';
import type { Explain } from '../core/generated/outputs.js';
import { rules } from '../../rules/index.ts';
import { UsageError, show } from './terminal/io.ts';
import { ownRules } from './terminal/workspaces.ts';
import { ruleAddress, paragraphs, wrapText } from '../view/prose.ts';
import type { Answer } from '../view/answer.ts';
import type { Paint } from '../view/paint.ts';

/** Prints the page of a rule, a group of rules, or a clause of the specification: `preflight explain RULE`. */
export const explain = command(
  {
    name: 'explain',
    readsConfiguration: true,
    operands: 'RULE|GROUP|CLAUSE',
    completes: 'rule-or-group',
    about: `Explain what a rule reports and why, with examples: a file with carets under each finding, and the same file after
the fixes. With a group: its rules. With a clause of the specification, as outputs name it ("Versioning 3"): what it
says, and the rules that check it.`,
    options: { format: formatOption(['text', 'json']) },
    helpEnding: `Examples
  preflight explain fallback-voice-same-provider
  preflight explain references        the rules of a group
  preflight explain "Versioning 3"    what the clause says
  preflight explain out-of-range --format json
  preflight rules                     list all rules`,
  },
  ({ values, positionals }, io) => {
    const [name, ...extraNames] = positionals;
    if (name === undefined) throw new UsageError('which rule? "preflight rules" lists them all');
    const clause = clauseCalled(positionals.join(' '), clausesOf());
    if (extraNames.length > 0 && !clause) throw new UsageError(`one rule at a time: ${positionals.join(' ')}`);
    const builtIn = ruleNames(rules),
      // if the configuration cannot be read, the page of a built-in rule is still shown
      knownRules = builtIn.has(name) ? rules : [...rules, ...ownRules(io)],
      names = ruleNames(knownRules);
    const rule = knownRules.find(({ id }) => id === names.get(name));
    const widthOf = (columns: number): number => (io.stdout.isTTY ? Math.min(100, columns) : columns);
    const write = (description: Omit<Explain, 'version'>, text: Answer['text']): void =>
      show({ result: { version: 1, ...description } satisfies Explain, text }, values.format ?? 'text', io);
    if (!rule) {
      const group = rulesCalled(name, knownRules);
      if (!clause && group.length === 0) throw new UsageError(unknownName(name, names));
      const chosenRules = clause?.rules ?? knownRules.filter(({ id }) => group.includes(id));
      write(
        {
          kind: clause ? 'clause' : 'group',
          name: clause?.name ?? name.replace(/^group:/, ''),
          sentences: clause?.sentences ?? [],
          rules: chosenRules.map(explanationOf),
        },
        ({ paint, columns }) =>
          clause ? clausePage(clause, widthOf(columns), paint) : ruleTable(chosenRules, columns),
      );
      return Promise.resolve(0);
    }
    if (rule.id !== name) io.stderr.write(`${name} is now called ${rule.id}\n`);
    write({ kind: 'rule', name: rule.id, sentences: [], rules: [explanationOf(rule)] }, ({ paint, columns }) =>
      page(rule, widthOf(columns), paint),
    );
    return Promise.resolve(0);
  },
);

function explanationOf(rule: Rule): Explain['rules'][number] {
  const { invalid, valid } = docsOf(rule).examples;
  return {
    ...entry(rule),
    examples: {
      invalid: invalid.map(({ files, fixedFiles: fixed = null }) => ({ files, fixed })),
      valid: valid.map(({ files }) => files),
    },
  };
}

const unknownName = (name: string, names: ReadonlyMap<string, string>): string =>
  unknownRule(name, names, [...ruleGroups, ...[...clausesOf().values()].map(clause => clause.name)]);

const clausePage = ({ name, sentences, rules }: Clause, columns: number, { bold, dim }: Paint): string =>
  [
    `${bold(name)}  ${dim("of the platform's specification, in short")}`,
    ...sentences.flatMap(sentence =>
      wrapText(sentence, columns - 2).map((line, i) => `${i === 0 ? '- ' : '  '}${line}`),
    ),
    '',
    bold('Rules that check it'),
    ruleTable(rules, columns),
  ].join('\n');

function page(rule: Rule, columns: number, { bold, dim, cyan, red, green, severity }: Paint): string {
  const colourLine = (line: string): string => {
    if (/^ *(\^|\| )/.test(line)) return red(line);
    return /^-- .* --$/.test(line) ? dim(line) : line;
  };
  const indentLines = (text: string): string[] =>
    text
      .trim()
      .split('\n')
      .map(line => (line === '' ? '' : `  ${colourLine(line)}`));
  const lines = [
    `${bold(rule.id)}  ${severity(rule.severity, rule.severity)}`,
    ...wrapText(docsOf(rule).summary, columns),
    '',
    ...paragraphs(docsOf(rule).why, columns),
    '',
    'policy' in rule
      ? `${cyan('policy:')} ${rule.spec}`
      : `${cyan('specification:')} ${rule.spec === 'domain' ? 'not specified; known from real files' : rule.spec}`,
    ...('policy' in rule || ruleAddress(rule.id) === undefined ? [] : [`${cyan('page:')} ${ruleAddress(rule.id)}`]),
    ...(rule.aliases?.length ? [`${cyan('earlier names:')} ${rule.aliases.join(', ')}`] : []),
  ];
  for (const { files, fixedFiles: fixed } of docsOf(rule).examples.invalid) {
    lines.push('', bold('Found'), ...indentLines(files));
    if (fixed !== undefined) lines.push('', bold(green('After the fix')), ...indentLines(fixed));
  }
  for (const { files } of docsOf(rule).examples.valid) lines.push('', bold('Fine'), ...indentLines(files));
  lines.push(
    '',
    dim(
      `To change its severity: "rules": { "${rule.id}": "off" } in preflight.config.json, or one of info, warning, error.`,
    ),
  );
  return `${lines.join('\n')}\n`;
}

/** A clause or section of the specification, with its sentences that rules check. */
interface Clause {
  /** For example `Versioning 3` or `Batch call`. */
  readonly name: string;
  /** The contents of the clause, in short. */
  readonly sentences: readonly string[];
  readonly rules: readonly Rule[];
}

/** The clauses by their name in lower case. A sentence of a numbered clause begins with one number or several. */
function clausesOf(): ReadonlyMap<string, Clause> {
  const clauses = new Map<
    string,
    { readonly name: string; readonly sentences: Set<string>; readonly rules: Set<Rule> }
  >();
  const add = (name: string, sentence: string, rule: Rule): void => {
    const key = name.toLowerCase(),
      clause = clauses.get(key) ?? { name, sentences: new Set(), rules: new Set() };
    clauses.set(key, clause);
    clause.sentences.add(sentence);
    clause.rules.add(rule);
  };
  for (const rule of rules) {
    for (const clause of [rule.clause ?? []].flat()) {
      const [, heading = '', text = ''] = /^(.*?): (.*)$/s.exec(clause) ?? [];
      const [, numbers, sentence = text] = /^(\d+(?:, \d+)*): (.*)$/s.exec(text) ?? [];
      add(heading, text, rule);
      for (const number of numbers?.split(', ') ?? []) add(`${heading} ${number}`, sentence, rule);
    }
    const specName = withoutNote(rule.spec);
    if (rule.spec !== 'domain' && !('policy' in rule) && clauses.get(specName.toLowerCase())?.rules.has(rule) !== true)
      for (const clause of [rule.clause ?? docsOf(rule).summary].flat()) add(specName, clause, rule);
  }
  return new Map(
    [...clauses].map(([key, { name, sentences, rules: clauseRules }]) => [
      key,
      { name, sentences: [...sentences].sort(), rules: [...clauseRules] },
    ]),
  );
}

/** The clause with a name. The parentheses in a heading may be omitted. */
const clauseCalled = (name: string, clauses: ReadonlyMap<string, Clause>): Clause | undefined =>
  clauses.get(withoutNote(name).toLowerCase());

const withoutNote = (name: string): string => name.trim().replace(/ \([^)]*\)$/, '');
