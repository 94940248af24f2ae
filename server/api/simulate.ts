import type { Outputs, Subject } from '../core/generated/outputs.js';
import { show } from '../core/wording.ts';
import { withoutCredentials } from '../simulator/credentials.ts';
import { isWithheld, SimulationRefused, type Simulation } from '../simulator/simulation.ts';
import { simulations } from '../simulator/subjects/index.ts';
import { openedFor } from './opened.ts';
import type { PreflightWorkspace } from './workspace.ts';

/**
 * The output of `preflight simulate --format json` for a kind of file, or the message that an assumption is switched
 * off.
 */
export type Simulated = Outputs[`simulate-${Subject}`] | Outputs['simulate-withheld'];

export interface SimulateOptions {
  /**
   * The values of options by name, as on the command line: `{ calls: '1000', seed: '7' }`, `{ outage: 'elevenlabs' }`.
   */
  readonly options?: Readonly<Record<string, string | boolean>>;
  /**
   * The current time in milliseconds since the epoch, for simulations that begin immediately. Default: the real time.
   */
  readonly now?: number;
  /** The series for an alert rule, as text in CSV or JSON. */
  readonly series?: string;
}

/**
 * Simulates the behavior of the platform for a file. No file is read or written; `against` names another file of the
 * workspace.
 * @throws RangeError if the file cannot be simulated, or not with these options
 */
export function simulate(
  target: PreflightWorkspace,
  file: string,
  { options = {}, now = Date.now(), series }: SimulateOptions = {},
): Simulated {
  openedFor(target);
  const { workspace } = target;
  const requireReadable = (path: string) => {
    const document = target.document(path);
    if (!document?.kind || !document.readable)
      throw new SimulationRefused(`${path} is not a readable file of this workspace`);
    return { document, workspace, file: document.file, kind: document.kind };
  };
  try {
    const { document, kind } = requireReadable(file),
      simulation = simulationOf(kind, options);
    const foreignOption = Object.keys(options).find(name => !Object.hasOwn(simulation.options, name));
    if (foreignOption !== undefined)
      throw new SimulationRefused(`${foreignOption} is no option for a file of kind ${kind}`);
    for (const [name, value] of Object.entries(options)) {
      const expectedType = simulation.options[name]!.value === undefined ? 'boolean' : 'string';
      if (typeof value !== expectedType)
        throw new SimulationRefused(`${name}: expected a ${expectedType}, got ${show(value)}`);
    }
    const answer = simulation.run({
      document,
      roots: document.roots,
      workspace,
      file: document.file,
      options: series === undefined ? options : { ...options, series: 'series' },
      now,
      pathOf: name => name,
      openOther: (path, kinds) => {
        const otherFile = requireReadable(path);
        if (!kinds.includes(otherFile.kind)) throw new SimulationRefused(`${path} is a file of kind ${otherFile.kind}`);
        return { ...otherFile, roots: otherFile.document.roots };
      },
      read: () => series ?? '',
    });
    return isWithheld(answer)
      ? { version: 1, kind, outcome: 'unknowable', because: `the result ${answer.withheld}` }
      : (withoutCredentials(answer).result as Simulated);
  } catch (error) {
    throw error instanceof SimulationRefused ? new RangeError(error.message) : error;
  }
}

/**
 * The simulation for a kind of file and these options.
 * @throws SimulationRefused if there is no simulation, or the options select none of several
 */
function simulationOf(kind: string, options: object): Simulation {
  const allSimulations: readonly Simulation[] = Object.values(simulations),
    fittingSimulations = allSimulations.filter(({ kinds }) => kinds.some(candidate => candidate === kind)),
    namedSimulations = fittingSimulations.filter(
      ({ askedBy }) => askedBy === undefined || Object.hasOwn(options, askedBy),
    );
  if (namedSimulations.length === 1) return namedSimulations[0]!;
  if (fittingSimulations.length === 0) throw new SimulationRefused(`a file of kind ${kind} cannot be simulated`);
  const choices = fittingSimulations.map(({ askedBy }) => askedBy).join(' or ');
  throw new SimulationRefused(`of a file of kind ${kind}, give exactly one of the options ${choices}`);
}
