import { jsonText } from '../core/json/json.ts';
import { didYouMean } from '../core/wording.ts';
import { settingsOf } from './terminal/workspaces.ts';
import { workspaceRoot } from '../state/root.ts';
import { assumptions as all, type AssumptionEntry } from '../core/workspace/assumptions.ts';
import { command, formatOption } from './terminal/command.ts';
import { UsageError } from './terminal/io.ts';

/**
 * Lists the assumptions of resolution and simulation where nothing is specified, and whether each is allowed:
 * `preflight assumptions`.
 */
export const assumptions = command(
  {
    name: 'assumptions',
    readsConfiguration: true,
    operands: '[ASSUMPTION…]',
    completes: Object.keys(all),
    about: `List the assumptions that Preflight makes where the specification and the files are silent, or only those named: when
each applies, what would settle it, and whether the configuration switches it off. resolve, plan, simulate and graph
name the assumptions behind an answer.

Each can be switched off in preflight.config.json:
  "assumptions": { "publish-order": false }
A reference that depends on it is then unknowable, a simulation gives no result and exits with 1, and a plan skips
the edit. Each says why.`,
    options: {
      format: formatOption(['table', 'json']),
    },
    helpEnding: `Examples
  preflight assumptions
  preflight assumptions publish-order
  preflight assumptions --format json`,
  },
  ({ values, positionals }, io) => {
    for (const name of positionals)
      if (!Object.hasOwn(all, name))
        throw new UsageError(
          `unknown assumption "${name}"${didYouMean(name, Object.keys(all)) || '; "preflight assumptions" lists them all'}`,
        );
    const format = values.format ?? 'table';
    const { refusedAssumptions = [] } = settingsOf(io, workspaceRoot(io.cwd, io.cwd), { baseline: false }).configuration
      .facts;
    const chosenEntries = Object.entries<AssumptionEntry>(all).filter(
      ([name]) => positionals.length === 0 || positionals.includes(name),
    );
    const entries = chosenEntries.map(([name, { assumes, when, silent, settledBy }]) => ({
      name,
      assumes,
      when,
      silent,
      settled_by: settledBy,
      default: true,
      made: !refusedAssumptions.includes(name),
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
  settled by  ${settled_by ?? 'no file shows it'}
  made        ${made ? 'yes (the default)' : 'no: preflight.config.json switches it off (default: yes)'}
`,
          )
          .join('\n'),
      );
    return Promise.resolve(0);
  },
);
