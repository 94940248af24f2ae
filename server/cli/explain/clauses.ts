import { docsOf } from '../../core/engine/rule-docs.ts';
import type { Rule } from '../../core/engine/rule.ts';

/** A clause or a section of the specification, with the sentences that rules check. */
export interface Clause {
  /** `Versioning 3`, `Batch call`. */
  readonly name: string;
  /** The clause in short. */
  readonly sentences: readonly string[];
  readonly rules: readonly Rule[];
}

/**
 * The clauses, by their name in lower case. A sentence of a numbered clause begins with its number, or with several
 * numbers.
 */
export function clausesOf(rules: readonly Rule[]): ReadonlyMap<string, Clause> {
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

/** The clause with a name; some headings say more in parentheses. */
export const clauseCalled = (name: string, clauses: ReadonlyMap<string, Clause>): Clause | undefined =>
  clauses.get(withoutNote(name).toLowerCase());

const withoutNote = (name: string): string => name.trim().replace(/ \([^)]*\)$/, '');
