import { jsonText } from '../core/json/json.ts';
import { settingsOf } from './terminal/workspaces.ts';
import { workspaceRoot } from '../host/root.ts';
import { assumptions as all, type AssumptionEntry } from '../core/workspace/assumptions.ts';
import { command, formatOption } from './terminal/command.ts';
import { UsageError } from './terminal/io.ts';

/**
 * Lists what resolution and simulation assume where nothing is specified, and which assumptions are allowed:
 * `preflight assumptions`.
 */
export const assumptions = command(
  {
    name: 'assumptions',
    configured: true,
    about: `List the assumptions that Preflight makes where the specification and the files are silent, when each applies, what
would settle it, and whether the configuration switches it off. resolve, plan, simulate and graph name the
assumptions that an answer rests on.

Each can be switched off in preflight.config.json:
  "assumptions": { "publish-order": false }
A reference that depends on it is then unknowable, a simulation gives no result and exits with 1, and a plan skips
the edit. Each says why.`,
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
    if (format === 'json') io.stdout.write(jsonText({ version: 1, assumptions: entries }));
    else
      io.stdout.write(
        entries
          .map(
            ({ name, assumes, when, silent, settled_by, made }) =>
              `${name}
  assumes     ${assumes}
  when        ${when}
  silent      ${silent}
  settled by  ${settled_by ?? 'nothing in a file'}
  made        ${made ? 'yes (the default)' : 'no: preflight.config.json switches it off (default: yes)'}
`,
          )
          .join('\n'),
      );
    return Promise.resolve(0);
  },
);
