import { agentName } from '../core/workspace/names.ts';
import { resolve } from 'node:path';
import { Document } from '../core/document.ts';
import type { Subject } from '../core/generated/outputs.js';
import type { Kind } from '../core/kinds.ts';
import { didYouMean, listed } from '../core/wording.ts';
import { pathWithin } from '../state/paths.ts';
import type { State } from '../state/open.ts';
import { readRegularFile } from '../state/regular-file.ts';
import { decode, readText, reasonOf } from '../state/text.ts';
import { paint } from '../view/paint.ts';
import { printable, publishedJson } from '../view/printable.ts';
import { wrapText } from '../view/prose.ts';
import { simulationPrinters, type Print } from '../view/results/simulations.ts';
import { withoutCredentials } from '../simulator/credentials.ts';
import { isWithheld, SimulationRefused, type Answer, type Request, type Simulation } from '../simulator/simulation.ts';
import { simulations } from '../simulator/subjects/index.ts';
import {
  choose,
  command,
  configOption,
  everywhere,
  formatOption,
  optionLines,
  type Options,
} from './terminal/command.ts';
import { requireReadable, recordOfNumber, subjectOf } from './simulate/subject.ts';
import { readSelector, regularFile } from './terminal/selector.ts';
import { coloursFor, UsageError, type Io, pathFrom } from './terminal/io.ts';

/** A kind of simulation and its printers. */
interface Simulated extends Simulation {
  readonly formats: readonly [string, ...string[]];
  readonly printers: Readonly<Record<string, Print<Answer<Subject>>>>;
}
const allSimulations = (Object.keys(simulations) as Subject[]).map((subject): Simulated => {
  // the printers of a simulation only print results of this simulation
  const printers = simulationPrinters[subject] as unknown as Simulated['printers'];
  return { ...simulations[subject], formats: Object.keys(printers) as [string, ...string[]], printers };
});

const commonOptions = {
  format: {
    short: 'f',
    value: 'FORMAT',
    completes: formatsOf(allSimulations),
    about: 'table (default) or json; some have more',
  },
} as const satisfies Options;
const options: Options = Object.assign(
  {},
  ...allSimulations.map(simulation => simulation.options),
  commonOptions,
) as Options;
const simulatedKinds = [...new Set(allSimulations.flatMap(({ kinds }) => kinds))];

/** Simulates the behavior of the platform for a file: `preflight simulate FILE`. */
export const simulate = command(
  {
    name: 'simulate',
    readsConfiguration: true,
    operands: '[FILE|NUMBER|AGENT[@REF]]',
    completes: 'reference',
    about: `Show what the platform would do with a file, with a phone number, or with the version that a reference selects. The
kind of file decides what is simulated:`,
    options,
    listing: `${allSimulations.map(sectionOf).join('\n')}
Every simulation
${optionLines({ ...commonOptions, ...configOption, ...everywhere })}`,
    helpEnding: `Examples
${allSimulations.map(({ examples }) => examples).join('')}
Exit codes
  0  simulated
  1  something is missing or nothing is left, or the result would depend on an assumption that the configuration switches off
  2  a file or an option that cannot be used`,
  },
  async ({ values, positionals }, io) => {
    const [subjectText, ...extraNames] = positionals;
    if (extraNames.length > 0)
      throw new UsageError(`simulate takes one file, got ${extraNames.length + 1}: ${listed(positionals, 'and')}`);
    const canTakeMany = allSimulations.some(
      ({ askedBy, takesMany }) => takesMany === true && askedBy !== undefined && askedBy in values,
    );
    const { state, document, roots, name } = subjectOf(subjectText, canTakeMany, simulatedKinds, io);
    const names = Object.keys(values).filter(name => values[name] !== undefined);
    const simulation = chooseSimulation(document.kind, name, names);
    refuseForeign(simulation, document.kind!, name, names);
    const { formats, printers } = simulation;
    const format = typeof values['format'] === 'string' ? choose('--format', values['format'], formats) : formats[0];
    const paths = new Map<string, string>();
    const optionText = (name: string): string => {
      let path = paths.get(name);
      if (path === undefined) paths.set(name, (path = pathFrom(io, state.root, name)));
      return path;
    };
    const file = name;
    try {
      const result = simulation.run({
        document,
        roots,
        workspace: state.workspace,
        file,
        options: values,
        // without milliseconds, which nobody types for a batch
        now: Math.floor(Date.now() / 1000) * 1000,
        pathOf: optionText,
        openOther: (name, kinds) => openOther(name, kinds, state, io),
        read: path => readSeries(path, io),
      });
      if (isWithheld(result)) return reportWithheld(result.withheld, document.kind!, file, format, io);
      const answer = withoutCredentials(result);
      const { columns } = io.stdout;
      const output = printers[format]!(answer, {
        paint: paint(coloursFor(io.stdout, io)),
        columns,
        nameOf: id => agentName(id, state.workspace),
      });
      for (const warning of answer.warnings ?? []) io.stderr.write(`${printable(warning)}\n`);
      for (const piece of typeof output === 'string' ? [output] : output) io.stdout.write(piece);
      return answer.fails ? 1 : 0;
    } catch (error) {
      if (!(error instanceof SimulationRefused)) throw error;
      const { message, cursor } = error;
      if (!cursor) throw new UsageError(printable(message));
      const place = cursor.pointer === '' ? '' : ` at ${cursor.pointer}`;
      throw new UsageError(`${file}${place}: ${printable(message)}; run "preflight lint" for more`);
    }
  },
);

/**
 * Reports that there is no result, which only text formats can show.
 * @returns the exit code
 */
function reportWithheld(reason: string, kind: Kind, file: string, format: string, io: Io): 1 {
  if (format === 'json')
    io.stdout.write(publishedJson({ version: 1, kind, outcome: 'unknowable', because: `the result ${reason}` }));
  else
    (format === 'table' ? io.stdout : io.stderr).write(
      `${printable(file)}: no result, because it ${reason}; "preflight assumptions" lists all assumptions\n`,
    );
  return 1;
}

/**
 * Reads the file in `--series`.
 * @throws Refused if it cannot be read
 */
function readSeries(path: string, io: Io): string {
  let bytes: Buffer;
  try {
    bytes = path === '-' ? io.readStdin() : readRegularFile(resolve(io.cwd, path));
  } catch (error) {
    throw new SimulationRefused(`--series: ${path} cannot be read: ${reasonOf(error)}`);
  }
  const text = decode(bytes);
  if (text.problem) throw new SimulationRefused(`--series: ${path}: ${text.problem.message}`);
  return text.text;
}

function sectionOf(simulation: Simulated): string {
  const { formats } = simulation;
  const options: Options = { ...simulation.options, ...(formats.length > 2 && { format: formatOption(formats) }) };
  const heading = wrapText(`${simulation.kinds.join(', ')}: ${simulation.about}`, 116).map(line => `  ${line}\n`);
  return heading.join('') + (Object.keys(options).length > 0 ? optionLines(options, 4) : '');
}

function formatsOf(candidates: readonly Simulated[]): readonly string[] {
  return [...new Set(candidates.flatMap(({ formats }) => formats))];
}

function openOther(typedPath: string, kinds: readonly Kind[], state: State, io: Io): ReturnType<Request['openOther']> {
  const { root, workspace, configuration } = state,
    selector = readSelector(typedPath, io);
  if ('number' in selector) {
    const { document, roots, name } = recordOfNumber(selector.number, [state], io);
    return { document, roots, workspace, file: name };
  }
  const path = regularFile(typedPath, io, 'simulate takes one file');
  const relativePath = pathWithin(root, path);
  const indexedDocument = relativePath === undefined ? undefined : workspace.document(relativePath);
  const { text, problem } = indexedDocument ? { text: indexedDocument.text } : readText(path);
  if (problem) throw new UsageError(`${typedPath} cannot be used: ${problem.message}`);
  const document = requireReadable(
    indexedDocument ??
      new Document(
        relativePath ?? pathFrom(io, root, path),
        text,
        0,
        relativePath === undefined ? undefined : configuration.kindOf(relativePath),
      ),
    typedPath,
    simulatedKinds,
  );
  if (!kinds.includes(document.kind!))
    throw new UsageError(`${typedPath} is a file of kind ${document.kind}; ${listed([...kinds])} is needed here`);
  const file = pathFrom(io, root, path);
  return { document, roots: document.roots, workspace, file };
}

/**
 * The simulation that the kind of file and the options select.
 * @throws UsageError if there is none, or several
 */
function chooseSimulation(kind: Kind | undefined, path: string, names: readonly string[]): Simulated {
  const fittingSimulations = allSimulations.filter(({ kinds }) => kinds.includes(kind!));
  if (fittingSimulations.length === 0)
    throw new UsageError(
      `${path} is a file of kind ${kind}, which cannot be simulated; supported kinds: ${listed(simulatedKinds, 'and', 20)}`,
    );
  const namedSimulations = fittingSimulations.filter(({ askedBy }) => askedBy === undefined || names.includes(askedBy));
  if (namedSimulations.length === 1) return namedSimulations[0]!;
  const askers = (candidates: readonly Simulated[]): string[] => candidates.map(({ askedBy }) => `--${askedBy}`);
  if (namedSimulations.length > 0)
    throw new UsageError(`${listed(askers(namedSimulations), 'and')} select two simulations; give one of them`);
  throw new UsageError(
    `${path}, a file of kind ${kind}, needs ${listed(askers(fittingSimulations))} to select a simulation`,
  );
}

/**
 * Refuses options of other simulations.
 * @throws UsageError
 */
function refuseForeign(simulation: Simulated, kind: Kind, path: string, names: readonly string[]): void {
  const ownOptions = [...Object.keys(simulation.options), ...Object.keys(commonOptions)];
  const foreignOption = names.find(name => !ownOptions.includes(name));
  if (foreignOption === undefined) return;
  const owners = allSimulations
    .filter(({ options }) => Object.hasOwn(options, foreignOption))
    .flatMap(({ kinds, askedBy }) => kinds.map(name => (name === kind && askedBy ? `--${askedBy}` : name)));
  const options = ownOptions.map(name => `--${name}`);
  const description = `a file of kind ${kind}${simulation.askedBy ? ` with --${simulation.askedBy}` : ''}`;
  throw new UsageError(
    `--${foreignOption} is an option for ${listed([...new Set(owners)], 'and')}, but ${path} is ${description}` +
      (didYouMean(foreignOption, ownOptions) || `; its options are ${listed(options, 'and', 12)}`),
  );
}
