import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Document } from '../core/document.ts';
import type { Kind } from '../core/kinds.ts';
import { didYouMean, listed } from '../core/words.ts';
import { pathWithin } from '../host/find.ts';
import { openSettings, openWorkspace, type OpenedWorkspace } from '../host/open.ts';
import { placeOf } from '../host/root.ts';
import { openProblem, readText } from '../host/text.ts';
import { wrapped } from '../printers/prose.ts';
import { rules } from '../../rules/index.ts';
import { choose, command, formatOption, noColour, optionLines, type Options } from './terminal/command.ts';
import { pathFrom, today } from './terminal/here.ts';
import { coloursFor, UsageError, type Io } from './terminal/io.ts';
import { agentListFilter } from './simulate/agent-list-filter.ts';
import { agentCall } from './simulate/agent-call.ts';
import { agentOutage } from './simulate/agent-outage.ts';
import { alertRule } from './simulate/alert-rule.ts';
import { asrRouting } from './simulate/asr-routing.ts';
import { batchCall } from './simulate/batch-call.ts';
import type { Simulated, Simulation } from './simulate/simulation.ts';
import { weights } from './simulate/weights.ts';

/*
 * The kind of the file says what is simulated. One kind, one module: `simulate/<kind>.ts` exports a `Simulation` (its interface is in
 * `simulate/simulation.ts`): the kinds it is for, its help and examples, its options, and `run`. Where a kind has several (an agent), the
 * module is `simulate/<kind>-<option>.ts` and `askedBy` names the option that asks for it. To add one: import it, and
 * put it into this list.
 */
const simulations: readonly Simulation[] = [
  weights,
  batchCall,
  alertRule,
  agentCall,
  agentOutage,
  asrRouting,
  agentListFilter,
];

const common = {
  format: { value: 'FORMAT', completes: formatsOf(simulations), about: 'table (default) or json; some have more' },
  ...noColour,
} as const satisfies Options;
const all: Options = Object.assign({}, ...simulations.map(({ options }) => options), common) as Options;
const simulatedKinds = [...new Set(simulations.flatMap(({ kinds }) => kinds))];

/** Does what the platform would do with a file: `preflight simulate FILE`. */
export const simulate = command(
  {
    name: 'simulate',
    takes: 'FILE',
    completes: 'path',
    about: 'Shows what the platform would do with a file. The kind of the file says what is simulated:',
    options: all,
    listing: `${simulations.map(sectionOf).join('\n')}
Every simulation
${optionLines(common)}`,
    more: `Examples
${simulations.map(({ examples }) => examples).join('')}
Exit code: 0; 1 when the answer is that something is missing, that nothing is left, or that the result would rest on an assumption which
preflight.config.json switches off; 2 for a file or an option that cannot be used.`,
  },
  async ({ values, positionals }, io) => {
    const [written, ...more] = positionals;
    if (written === undefined)
      throw new UsageError('simulate takes a file; "preflight simulate --help" says which kinds');
    if (more.length > 0)
      throw new UsageError(`simulate takes one file, and ${more.length + 1} are given: ${listed(positionals, 'and')}`);
    const path = pathOf(written, io);
    const opened = open(path, io);
    const document = readable(opened.workspace.document(opened.file), written);
    const damaged = opened.unreadableFindings.find(({ file }) => file === opened.file);
    if (damaged) throw new UsageError(`${written} cannot be used: ${damaged.message}`);
    const given = Object.keys(values).filter(name => values[name] !== undefined);
    const simulation = chosen(document.kind, written, given);
    refuseForeign(simulation, document.kind!, written, given);
    const formats = simulation.formats ?? ['table', 'json'];
    const format = typeof values['format'] === 'string' ? choose('--format', values['format'], formats) : formats[0];
    const paths = new Map<string, string>();
    const shown = (name: string): string => {
      let path = paths.get(name);
      if (path === undefined) paths.set(name, (path = pathFrom(io, opened.root, name)));
      return path;
    };
    return simulation.run({
      io,
      document,
      workspace: opened.workspace,
      root: opened.root,
      file: shown(document.file),
      format,
      values,
      shown,
      colours: coloursFor(io.stdout, io, values['no-color'] === true),
      placed: resolution => (resolution.file === null ? resolution : { ...resolution, file: shown(resolution.file) }),
      other: (name, kinds) => other(name, kinds, opened, io),
    } satisfies Simulated);
  },
);

function optionsOf({ options, formats }: Simulation): Options {
  return { ...options, ...(formats && { format: formatOption(formats) }) };
}

function sectionOf(simulation: Simulation): string {
  const options = optionsOf(simulation);
  const heading = wrapped(`${simulation.kinds.join(', ')}: ${simulation.about}`, 116).map(line => `  ${line}\n`);
  return heading.join('') + (Object.keys(options).length > 0 ? optionLines(options, 4) : '');
}

function formatsOf(some: readonly Simulation[]): readonly string[] {
  return [...new Set(some.flatMap(({ formats = ['table', 'json'] }) => formats))];
}

/** @throws UsageError */
function pathOf(written: string, io: Io): string {
  const path = resolve(io.cwd, written);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`there is no file ${written}`);
  if (found.isDirectory()) throw new UsageError(`${written} is a folder; simulate takes one file`);
  if (!found.isFile()) throw new UsageError(`${written} is not a regular file`);
  const problem = openProblem(path);
  if (problem !== undefined) throw new UsageError(`${written} cannot be read: ${problem}`);
  return path;
}

function open(path: string, io: Io): OpenedWorkspace & { readonly file: string } {
  const { root, loose } = placeOf(dirname(path), io.cwd);
  const file = pathWithin(root, path)!;
  const settings = openSettings(root, rules, { baseline: false });
  return { ...openWorkspace(settings, { today: today(), also: [file], alone: loose }), file };
}

/** @throws UsageError for a file of another kind, or one that is not to be understood */
function readable(document: Document | undefined, written: string): Document {
  if (!document?.kind)
    throw new UsageError(
      `${written} is no kind of file that Preflight knows; what can be simulated: ${listed(simulatedKinds, 'and', 20)}`,
    );
  if (!document.readable) {
    const problem = document.parsed.problems[0];
    const at = problem && document.lines.positionAt(problem.start);
    const place = at ? `:${at.line + 1}:${at.character + 1}` : '';
    throw new UsageError(
      `${written}${place} does not parse, so there is nothing to simulate; ` +
        `"preflight lint ${written}" says what is wrong`,
    );
  }
  return document;
}

function other(
  written: string,
  kinds: readonly Kind[],
  { root, workspace, configuration }: OpenedWorkspace,
  io: Io,
): { readonly document: Document; readonly file: string } {
  const path = pathOf(written, io);
  const within = pathWithin(root, path);
  const known = within === undefined ? undefined : workspace.document(within);
  const { text, problem } = known ? { text: known.text } : readText(path);
  if (problem) throw new UsageError(`${written} cannot be used: ${problem.message}`);
  const document = readable(
    known ??
      new Document(
        within ?? pathFrom(io, root, path),
        text,
        0,
        within === undefined ? undefined : configuration.kindOf(within),
      ),
    written,
  );
  if (!kinds.includes(document.kind!))
    throw new UsageError(`${written} is a file of kind ${document.kind}; ${listed([...kinds])} is needed here`);
  return { document, file: pathFrom(io, root, path) };
}

/** @throws UsageError */
function chosen(kind: Kind | undefined, written: string, given: readonly string[]): Simulation {
  const fitting = simulations.filter(({ kinds }) => kinds.includes(kind!));
  if (fitting.length === 0)
    throw new UsageError(
      `${written} is a file of kind ${kind}, and that cannot be simulated; what can: ${listed(simulatedKinds, 'and', 20)}`,
    );
  const asked = fitting.filter(({ askedBy }) => askedBy === undefined || given.includes(askedBy));
  if (asked.length === 1) return asked[0]!;
  const askers = (some: readonly Simulation[]): string[] => some.map(({ askedBy }) => `--${askedBy}`);
  if (asked.length > 0) throw new UsageError(`${listed(askers(asked), 'and')} are two simulations; one at a time`);
  const can = fitting.length === 1 ? 'this can be simulated' : 'these can be simulated';
  throw new UsageError(`of a file of kind ${kind} ${can}: ${listed(askers(fitting))}; which one has to be said`);
}

/** @throws UsageError for an option that says nothing about this kind of file */
function refuseForeign(simulation: Simulation, kind: Kind, written: string, given: readonly string[]): void {
  const own = [...Object.keys(simulation.options), ...Object.keys(common)];
  const foreign = given.find(name => !own.includes(name));
  if (foreign === undefined) return;
  const owners = simulations
    .filter(({ options }) => Object.hasOwn(options, foreign))
    .flatMap(({ kinds, askedBy }) => kinds.map(name => (name === kind && askedBy ? `--${askedBy}` : name)));
  const options = own.map(name => `--${name}`);
  const what = `a file of kind ${kind}${simulation.askedBy ? ` with --${simulation.askedBy}` : ''}`;
  throw new UsageError(
    `--${foreign} belongs to ${listed([...new Set(owners)], 'and')}, and ${written} is ${what}` +
      (didYouMean(foreign, own) || `; its options are ${listed(options, 'and', 12)}`),
  );
}
