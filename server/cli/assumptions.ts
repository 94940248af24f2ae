import { settingsOf } from './terminal/settings.ts';
import { workspaceRoot } from '../host/root.ts';
import { assumptions as all, type AssumptionEntry } from '../core/workspace/assumptions.ts';
import { command, formatOption } from './terminal/command.ts';
import { UsageError } from './terminal/io.ts';

/** Lists what resolution and simulation take for true where nothing says it, and whether they may: `preflight assumptions`. */
export const assumptions = command(
  {
    name: 'assumptions',
    configured: true,
    about: `Lists what Preflight takes for true where the specification and the files are silent, when it does so, what would settle it,
and whether
the configuration switches it off. By default each is made, and whatever resolve, plan, simulate and graph answer names those it rests on.

In preflight.config.json each can be switched off:
  "assumptions": { "publish-order": false }
A reference that would rest on it is then unknowable, and says why; a simulation gives no result, says why, and exits with 1; a plan
does not do the edit.`,
    options: {
      format: formatOption(['table', 'json']),
    },
    more: `Examples
  preflight assumptions
  preflight assumptions --format json`,
  },
  ({ values, positionals }, io) => {
    if (positionals.length > 0) throw new UsageError(`assumptions takes no "${positionals[0]}"; it lists them all`);
    const format = values.format ?? 'table';
    const { refusedAssumptions: refused = [] } = settingsOf(io, workspaceRoot(io.cwd, io.cwd), { baseline: false })
      .configuration.facts;
    const entries = Object.entries<AssumptionEntry>(all).map(([name, { assumes, when, silent, settledBy }]) => ({
      name,
      assumes,
      when,
      silent,
      settled_by: settledBy,
      default: true,
      made: !refused.includes(name),
    }));
    if (format === 'json') io.stdout.write(`${JSON.stringify({ version: 1, assumptions: entries }, undefined, 2)}\n`);
    else
      io.stdout.write(
        entries
          .map(
            ({ name, assumes, when, silent, settled_by, made }) =>
              `${name}
  assumes     ${assumes}
  when        ${when}
  silent      ${silent}
  settled by  ${settled_by ?? 'nothing that a file can hold'}
  made        ${made ? 'yes (the default)' : 'no: preflight.config.json switches it off (default: yes)'}
`,
          )
          .join('\n'),
      );
    return Promise.resolve(0);
  },
);
