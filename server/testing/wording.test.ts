import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { docsOf } from '../core/engine/rule-docs.ts';
import { rules } from '../../rules/index.ts';
import { commands } from '../cli/main.ts';
import { assumptions } from '../core/workspace/assumptions.ts';
import { MAX_CLIPPED_LENGTH } from '../core/wording.ts';
import { lintJson } from './preflight.ts';
import { report } from './rule-tester.ts';
import { corpus } from './samples.ts';

/** The maximum length of a message; see CONTRIBUTING, "What a message looks like". */
const LONGEST = 140;
/** Phrases to avoid in texts for users, with what to write instead. */
const avoidedPhrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\ba texts?\b|\bthe text "/, 'a string'],
  [/\bof ours\b/, 'name the thing: agent files, …'],
  [/\bis in no file\b|\bno file (?:holds|says|tells|names|sets)\b/, 'not in this workspace, not known'],
  [/\bthe files (?:hold|tell|do not tell|say)\b|\bnothing in the files\b/, 'this workspace has, known versions:'],
  [/\bas (?:it|they) stands?\b/, 'read out, literally'],
  [/\banew\b/, 'restart, again'],
  [/\bmend(?:s|ed)?\b/, 'fix'],
  [/\bwhite space\b/, 'whitespace'],
  [/\bgoes? round\b|\bin a circle\b/, 'a cycle'],
  [/\btells? (?:of|what|which|its)\b|\btold\b/, 'say, show, list, name'],
  [/\bnothing says (?!so)/, 'unspecified'],
  [/\bmail address\b/, 'email address'],
  [/\bstands? in (?!for)|\bstands? there\b/, 'is in'],
  [/\bwhole number\b/, 'integer'],
  [/\bmust be (?:a|an|text) (?:string|number|list|boolean|object|integer)\b/, 'expected a string, got …'],
  [/\bpass(?:ed|es)? over\b/, 'skip'],
  [/\b(?:callers|calls) come to\b|\bcomes? to a version\b/, 'reach, resolve to'],
  [/\bis none of\b|\bthat is none\b/, 'is not a …'],
  [/\bstays? as (?:it is|they are)\b|\bleft as it is\b/, 'unchanged'],
  [/\bof (?:its|their) own accord\b|\bwithout a word\b/, 'silently'],
  [/\bnobody (?:says|knows|can tell)\b/, 'unspecified, not known'],
  [/\btaken? (?:out of|for true)\b/, 'remove, assume'],
  [/\bdialled\b|\brecognised\b|\bcolours?\b|\bbehaviour\b/, 'American spelling'],
  [/\b(?:not|no|nothing|nobody)\b[^.;]{0,60}\bany more\b/, 'no longer'],
  [/\bmeanwhile\b/, 'in the meantime'],
  [/\b(?:do not|does not) go together\b/, 'cannot be combined'],
  [/\bfits? (?:no|nothing)\b/, 'matches'],
  [/\bwho stays\b|\b(?:variables|values) are others\b/, 'callers who stay …, … change'],
  [/\bis another than\b|\bother than it was\b/, 'differs from'],
  [/\bof whom\b|\bhow manieth\b|\bin the eyes of\b/, 'write the sentence anew, subject first'],
  [/\b[Ww]hat becomes of\b/, 'the change of …'],
  [/\bnot come to rest\b/, 'converge'],
  [/\ba (?=[aeio]\w)(?!one\b)|\ban (?=[bcdfgjkpqtvwyz]\w)/, 'a or an'],
];

function problemsOf(text: string): string[] {
  return avoidedPhrases.flatMap(([phrase, replacement]) => {
    const match = phrase.exec(text);
    const context = match && text.slice(Math.max(0, match.index - 80), match.index + 80);
    return match ? [`"${match[0]}" (rather: ${replacement}) in: ${context}`] : [];
  });
}

/** The problems with the form of a message, apart from its words. */
function problemsIn(message: string): string[] {
  const quoted = message.replace(/; did you mean .*\?/, '').match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return [
    ...([...message].length > LONGEST ? [`${[...message].length} characters: ${message}`] : []),
    ...(/[.!]$/.test(message) ? [`ends like a sentence: ${message}`] : []),
    ...(/^[A-Z][a-z]+ (?!in |is )[a-z]/.test(message) ? [`begins with a capital letter: ${message}`] : []),
    ...quoted
      .filter(value => [...value].length > MAX_CLIPPED_LENGTH + 12)
      .map(value => `${value} is not clipped: ${message}`),
  ];
}

test('every rule is explained in plain words', () => {
  expect(rules.flatMap(rule => problemsOf(`${rule.id}: ${docsOf(rule).summary} ${docsOf(rule).why}`))).toEqual([]);
});
test('the help of every command is in plain words, and short enough for a screen', async () => {
  const commandTexts = await Promise.all(
    Object.entries(commands).map(async ([name, { about, load }]) => ({ name, about, help: (await load()).help })),
  );
  expect(commandTexts.flatMap(({ about, help }) => [about, ...help.split('\n')].flatMap(problemsOf))).toEqual([]);
  expect(commandTexts.filter(({ about }) => !/^[A-Z][a-z]+ (?!.*\.$)/.test(about)).map(({ name }) => name)).toEqual([]);
});
test('the pages that a stranger reads first, and the texts that the extension shows, are in plain words', () => {
  const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  const { contributes, capabilities } = JSON.parse(read('package.json')) as Record<string, unknown>;
  const docs = readdirSync(new URL('../../docs', import.meta.url)).filter(name => name.endsWith('.md'));
  // CONTRIBUTING is not checked, because its tables name phrases to avoid
  const prose = [
    'README.md',
    'SECURITY.md',
    'client/README.md',
    'CHANGELOG.md',
    'action.yml',
    ...docs.map(name => `docs/${name}`),
  ].map(name => read(name).replace(/```[^]*?```|^ {4}.*$/gm, ''));
  expect([...prose, JSON.stringify([contributes, capabilities], undefined, 1)].flatMap(problemsOf)).toEqual([]);
});
test('every assumption is named in plain words', () => {
  expect(Object.values(assumptions).flatMap(value => problemsOf(Object.values(value).join(' · ')))).toEqual([]);
});
test('the messages in all examples have the prescribed form', () => {
  const messages = rules.flatMap(rule =>
    docsOf(rule).examples.invalid.flatMap(({ files }) =>
      report(rule, files)
        .split('\n')
        .filter(line => /^ *\^/.test(line))
        .map(line => line.replace(/^ *\^+ (?:warning: |info: )?/, '')),
    ),
  );
  expect(messages.length).toBeGreaterThan(300);
  expect(messages.flatMap(message => [...problemsIn(message), ...problemsOf(withoutQuotes(message))])).toEqual([]);
});

const root = fileURLToPath(new URL('../..', import.meta.url));
test.each(['samples', ...(corpus === undefined ? [] : [corpus])])(
  'the findings in %s have the prescribed form',
  async folder => {
    const { findings } = await lintJson([folder], root);
    const words = findings.flatMap(finding => {
      const { help, fix, related } = finding as unknown as Answer;
      return [help, fix?.title, ...related.map(({ message }) => message)].filter(text => text !== undefined);
    });
    expect(findings.length).toBeGreaterThan(100);
    expect(findings.flatMap(({ message }) => problemsIn(message))).toEqual([]);
    expect(
      [...findings.map(({ message }) => message), ...words].flatMap(text => problemsOf(withoutQuotes(text))),
    ).toEqual([]);
    expect(words.filter(text => text.includes('`'))).toEqual([]);
  },
);

/** Empties quoted texts, because the words of users are not checked. */
const withoutQuotes = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
interface Answer {
  readonly help?: string;
  readonly fix?: { readonly title: string };
  readonly related: readonly { readonly message: string }[];
}
