import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { CARET } from './caret.ts';
import { filesOf } from './fixture.ts';

/** Answers a question about files with a caret; `more` is the text after the name of the question. */
type Question = (files: string, more: string) => string;
interface Case {
  readonly name: string;
  /** The lines of the case before its first question, unchanged. */
  readonly input: string;
  readonly requests: readonly { readonly question: string; answer: string }[];
}

/**
 * Adds a test for each case in the `.txt` files of a folder. A case begins with `=== name`, followed by its files, one
 * of them with the caret; each `>>> question` is followed by its answer. `+ file` includes a shared file from the top
 * of the `.txt` file, `+ all` includes all shared files, and `@ text` puts the caret into the first occurrence of the
 * text in the shared files. `vitest -u` rewrites the answers.
 */
export function testCases(folder: URL, questions: Readonly<Record<string, Question>>): void {
  const path = fileURLToPath(folder);
  for (const name of readdirSync(path).filter(one => one.endsWith('.txt')))
    describe(basename(name, '.txt'), () => {
      const file = join(path, name),
        [shared = '', ...parts] = readFileSync(file, 'utf8').split(/^=== /m),
        cases = parts.map(caseOf);
      test.each(cases)('$name', ({ input, requests }) => {
        for (const request of requests) {
          const [, kind = '', more = ''] = /^(\S+) ?(.*)$/.exec(request.question)!,
            answer = questions[kind]!(filesFor(input, shared), more).replace(/\n*$/, '\n');
          if (isUpdated()) request.answer = answer;
          expect(answer, `${file}: >>> ${request.question}`).toBe(request.answer);
        }
      });
      afterAll(() => {
        if (isUpdated()) writeFileSync(file, shared + cases.map(textOf).join('\n'));
      });
    });
}

/** Whether vitest runs with `-u`. Vitest has no public property for this. */
const isUpdated = (): boolean =>
  'all' === (expect.getState().snapshotState as unknown as { _updateSnapshot: string })._updateSnapshot;

function caseOf(text: string): Case {
  const [head = '', ...words] = text.split(/^>>> /m),
    [name = '', input = ''] = splitFirstLine(head);
  return {
    name,
    input,
    requests: words.map(part => {
      const [question, answer] = splitFirstLine(part);
      return { question, answer: answer.replace(/\n*$/, '\n') };
    }),
  };
}
const textOf = ({ name, input, requests }: Case): string =>
  `=== ${name}\n${input}${requests.map(({ question, answer }) => `>>> ${question}\n${answer}`).join('')}`;
const splitFirstLine = (text: string): [string, string] => {
  const end = text.indexOf('\n');
  return [text.slice(0, end), text.slice(end + 1)];
};

function filesFor(input: string, shared: string): string {
  const start = input.search(/^-- /m),
    head = start < 0 ? input : input.slice(0, start),
    ownFiles = start < 0 ? '' : input.slice(start);
  const byName = new Map(filesOf(shared.trimEnd() + '\n')),
    includedNames = [...head.matchAll(/^\+ (.+)\n/gm)].map(([, name]) => name!),
    text = includedNames.includes('all') ? [...byName.keys()] : includedNames,
    caret = /^@ (.+)\n/m.exec(head)?.[1];
  const sharedText = text.map(name => `-- ${name} --\n${byName.get(name)!}`).join('');
  return (caret === undefined ? sharedText : sharedText.replace(caret.replace(CARET, ''), () => caret)) + ownFiles;
}
