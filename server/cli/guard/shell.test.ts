import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOLE, parseShell } from './shell.ts';

/**
 * The commands as lines: the words in brackets, `…` for a hole, `<` before the input, `|` after the command whose
 * output is read.
 */
const linesOf = (text: string): readonly string[] => {
  const { commands, isWhole } = parseShell(text);
  const lines = commands.map(({ words, input, from }) =>
    [
      ...(from ? [`${from.words[0]} |`] : []),
      ...words.map(word => `[${word.replaceAll(HOLE, '…')}]`),
      ...(input === undefined ? [] : [`< ${JSON.stringify(input.replaceAll(HOLE, '…'))}`]),
    ].join(' '),
  );
  return isWhole ? lines : [...lines, 'cut'];
};

test.each<readonly [text: string, ...lines: string[]]>([
  ['a b  c', '[a] [b] [c]'],
  [`a 'b c'"d e"f\\ g`, '[a] [b cd ef g]'],
  [`a '' "" b`, '[a] [] [] [b]'],
  ['a "\\$b \\"c\\" \\x $\'d\'"', `[a] [$b "c" \\x $'d']`],
  ['a $b ${c:-"}"} $1 $? $ x$', '[a] […] […] […] […] [$] [x$]'],
  [`a $'b c' $'\\x62' $"d"`, '[a] [b c] […] [d]'],
  ['a *.txt {b,c}d {e} x{1..3}', '[a] [….txt] […d] [{e}] [x…]'],
  ['a && b || c; d & e\nf', '[a]', '[b]', '[c]', '[d]', '[e]', '[f]'],
  ['a | b |& c |\n d', '[a]', 'a | [b]', 'b | [c]', 'c | [d]'],
  ['(a; b) | c', '[a]', '[b]', 'b | [c]'],
  ['a $(b "$(c)") `d \\`e\\``', '[c]', '[b] […]', '[e]', '[d] […]', '[a] […] […]'],
  ['a <(b) >(c) > d 2>&1 < e f', '[b]', '[c]', '[a] […] […] [f] < "…"'],
  ['a >d2>e &>>f g 3', '[a] [g] [3]'],
  ['a # b; c\nd x#y', '[a]', '[d] [x#y]'],
  ['a <<X b\nc $d $(e)\nX\nf', '[e]', '[a] [b] < "c … …"', '[f]'],
  [`a <<'X' <<-Y\n$c\nX\n\td\n\tY\ne`, '[a] < "d"', '[e]'],
  ['a <<< "b c"', '[a] < "b c"'],
  ['a <<X\nb', '[a] < "b"'],
  ['x=1 y+=2 a', '[x=1] [y+=2] [a]'],
  [
    'if a; then b; fi; case $x in y) c;; esac',
    '[if] [a]',
    '[then] [b]',
    '[fi]',
    '[case] […] [in] [y]',
    '[c]',
    '[esac]',
  ],
  ['f() { a; }; f', '[f]', 'f | [{] [a]', '[}]', '[f]'],
  ['a\\\nb', '[ab]'],
  [`a 'b`, '[a] [b]', 'cut'],
  ['a "b', '[a] [b]', 'cut'],
  ['a $(b', '[b]', '[a] […]', 'cut'],
  ['a `b', '[b]', '[a] […]', 'cut'],
  [''],
])('%j', (text, ...lines) => expect([...linesOf(text)].sort()).toEqual([...lines].sort()));

describe('parseShell reads any text', () => {
  const piece = fc.constantFrom(...`ab '"\\$(){}\`;&|<>#*\n\t=-!@`, '$(', '${', '<<E\n', '\nE\n', "$'", '&&');
  test('to the end', () =>
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        parseShell(pieces.join(''));
      }),
      { numRuns: 3000 },
    ));
  test.each(['a ', "'a' ", '"$b" ', '$(c) ', '<<E\n', '{a ', '`d` ', '\\\n', 'a | ', '('])(
    'of a megabyte in a short time: %j',
    part => {
      // quadratic time would take minutes
      expect(() => parseShell(part.repeat(Math.ceil(2 ** 20 / part.length)))).not.toThrow();
    },
  );
  test('into the words that bash sees', () => {
    const words = fc.array(fc.stringMatching(/^[ -~]{0,8}$/), { minLength: 1, maxLength: 4 });
    const quoted = fc.tuple(words, fc.infiniteStream(fc.nat(2))).map(([allWords, quoteStyles]) => {
      const quoters = [
        (word: string) => `'${word.replaceAll("'", `'\\''`)}'`,
        (word: string) => `"${word.replace(/["\\$`]/g, '\\$&')}"`,
        (word: string) => word.replace(/[^]/g, '\\$&') || "''",
      ];
      return {
        all: allWords,
        text: allWords.map(word => quoters[quoteStyles.next().value as number]!(word)).join(' '),
      };
    });
    const cases = fc.sample(quoted, { numRuns: 300, seed: 7 });
    const bashOutput = execFileSync(
      'bash',
      ['-c', cases.map(({ text }) => `printf '%s\\0' x ${text}; printf '\\n'`).join('\n')],
      {
        encoding: 'utf8',
      },
    );
    expect(bashOutput.split('\n').slice(0, -1)).toEqual(cases.map(({ all }) => ['x', ...all, ''].join('\0')));
    for (const { all, text } of cases)
      expect(parseShell(`x ${text}`)).toMatchObject({ commands: [{ words: ['x', ...all] }], isWhole: true });
  });
});
