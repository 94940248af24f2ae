import { assumptions as all, type AssumptionEntry } from '../core/workspace/assumptions.ts';
import { readFormat } from './format-option.ts';
import { readOptions, type Command } from './io.ts';

/** Lists what resolution takes for true where nothing says it: `preflight assumptions`. */
export const assumptions: Command = {
  help: `preflight assumptions [--format table|json]

Lists what Preflight takes for true where the specification and the files are silent, when it does so, and what would settle it.
A resolution that rests on one of them names it.

Options
  --format FORMAT    table (default) or json
`,
  run(args, io) {
    const { values } = readOptions('assumptions', args, { format: { type: 'string' } });
    const entries: readonly (readonly [string, AssumptionEntry])[] = Object.entries(all);
    if (readFormat(values.format, ['table', 'json']) === 'json') {
      io.stdout.write(`${JSON.stringify({ version: 1, assumptions: entries.map(([name, { assumes, when, silent, settledBy }]) => ({ name, assumes, when, silent, settled_by: settledBy })) }, undefined, 2)}\n`);
    } else {
      io.stdout.write(entries.map(([name, { assumes, when, silent, settledBy }]) =>
        `${name}\n  assumes     ${assumes}\n  when        ${when}\n  silent      ${silent}\n  settled by  ${settledBy ?? 'nothing that a file can hold'}\n`).join('\n'));
    }
    return Promise.resolve(0);
  },
};
