import { expect, test } from 'vitest';
import { codeFaultIn } from './malformed-code.ts';

const faultOf = (code: string): string | undefined => {
  const fault = codeFaultIn(code);
  return fault && `${fault.start} ${code.slice(fault.start, fault.end)} ${fault.words}`;
};

test.each([
  '',
  "const dob = new Date('{{dob}}');\nif (isNaN(dob)) { return { error: 'it\\'s invalid' }; }\nreturn { age: {{age}} };",
  'const a = b / c + (d / e); const x = /[(/]\\(/g.test(s) ? `a${`b${c}`}}` : "}";',
  'return /[)]/.exec(x) // (\n/* { */',
  'const price = total / 100;\nconst s = "a // b" + \'/*\';',
  'const t = `$ ${ {a: 1}.a } \\` `; x.replace(/"/g, "");',
  'a = b\n  / c / (d)',
  'return x.constructor.toString()',
])('%s is not reported', code => expect(faultOf(code)).toBeUndefined());

test.each([
  ['return { a: (1 }', '15 } closes nothing'],
  ['if (x) { return 1;', '7 { is never closed'],
  ['return 1; }', '10 } closes nothing'],
  ["return 'it's'", "12 ' begins a string that is never closed"],
  ['return `a ${b`', '13 ` is never closed'],
  ['return /* a', '7 / begins a comment that is never closed'],
])('%s is reported', (code, fault) => expect(faultOf(code)).toBe(fault));

test('the time is linear in the length of the code', () => {
  for (const part of ['/ (', '`${', "'\\'", '= /[', '/*', '{{']) codeFaultIn(part.repeat(100_000));
});
