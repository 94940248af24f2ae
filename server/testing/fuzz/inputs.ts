import { join } from 'node:path';
import { docsOf } from '../../core/engine/rule-docs.ts';
import { rules } from '../../../rules/index.ts';
import { type Configuration, defaultConfiguration } from '../../core/configuration/configuration.ts';
import { Document } from '../../core/document.ts';
import { kindNames } from '../../core/kinds.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { openSettings, openWorkspace } from '../../state/open.ts';
import { textBeside, desk, draft, number } from '../sample-agents.ts';
import { fixtureOf } from '../fixture.ts';
import { respelled } from '../respelled.ts';
import { textsIn } from '../samples.ts';
import { mutated, mutations, type Mutation } from './mutations.ts';
import { oddTexts } from './odd-texts.ts';
import { Random } from './random.ts';

/** A file from which inputs are made, with its workspace. */
export interface FuzzSource {
  readonly file: string;
  readonly text: string;
  readonly workspace: Workspace;
  readonly configuration: Configuration;
}
interface Sources {
  /** The files of the samples, in both dialects, and the files of `corpus`, in the workspace of the first sample. */
  readonly samples: readonly FuzzSource[];
  /** The files in the examples of the rules. */
  readonly examples: readonly FuzzSource[];
  readonly oddSources: readonly FuzzSource[];
}
export interface Input {
  readonly number: number;
  readonly source: FuzzSource;
  /** The mutation that made the text; absent if the text is that of the source. */
  readonly mutation?: Mutation;
  readonly file: string;
  readonly text: string;
  readonly random: Random;
}

/** The maximum length of a text to mutate, in characters: many small texts find more in the same time. */
const MAX_LENGTH = 64_000;
/** The number of consecutive inputs that are made from one file, so that its workspace is read only once. */
export const ROW = 64;

/**
 * Reads all files from which inputs are made.
 * @param samples the folder of the samples
 * @param corpus a folder of further JSON files
 */
export function sourcesIn(samples: string, corpus?: string): Sources {
  const openSampleState = (name: string) =>
      openWorkspace(openSettings(join(samples, name), rules), { today: '2026-01-15' }),
    workspaces = [openSampleState('clinic'), openSampleState('broken')] as const;
  const sampleSources = workspaces.flatMap(({ workspace, configuration }) =>
    workspace.documents.flatMap(document =>
      [...new Set([document.text, respelled(document)])].map(text => ({
        file: document.file,
        text,
        workspace,
        configuration,
      })),
    ),
  );
  const corpusTexts = Object.entries(corpus === undefined ? {} : textsIn(corpus))
    .filter(([file]) => /\.jsonc?$/.test(file))
    .map(([file, text]) => ({ ...workspaces[0], file, text }));
  const examples = rules
    .map(rule => docsOf(rule).examples)
    .flatMap(({ invalid, valid }) => [...invalid, ...valid])
    .map(example => fixtureOf(typeof example === 'string' ? example : example.files).workspace)
    .flatMap(workspace =>
      workspace.documents
        .filter(({ kind }) => kind !== undefined)
        .map(({ file, text }) => ({ file, text, workspace, configuration: defaultConfiguration })),
    );
  const smallWorkspace = fixtureOf(`${textBeside(desk, draft, number)}-- b.agent-list.json --
[{ "agent_id": "agent_b", "agent_name": "B", "tags": { "prod": { "version": 1, "dynamic_variables": { "x": "y" } } } }]
`).workspace;
  return {
    samples: [...sampleSources, ...corpusTexts].filter(({ text }) => text.length <= MAX_LENGTH),
    examples,
    oddSources: oddTexts.map(([file, text]) => ({
      file,
      text,
      workspace: smallWorkspace,
      configuration: defaultConfiguration,
    })),
  };
}

/**
 * Makes an input, which depends only on the sources, the seed and the number.
 * @param ways the mutations to choose from
 */
export function inputOf(sources: Sources, seed: number, number: number, ways = mutations): Input {
  const rowRandom = new Random(seed, Math.floor(number / ROW)),
    pool = rowRandom.pick([
      sources.samples,
      sources.samples,
      sources.examples,
      sources.examples,
      sources.examples,
      sources.oddSources,
    ]);
  const [first, second] = [rowRandom.pick(pool), rowRandom.pick(pool)];
  // prefers small files, because more inputs fit into the same time
  const source = rowRandom.chance(0.5) && second.text.length < first.text.length ? second : first,
    random = new Random(seed, number, 1),
    mutation = random.pick(ways);
  // examples are small, so each input can be made from another example
  const chosenSource = pool === sources.samples ? source : random.pick(pool);
  return {
    number,
    source: chosenSource,
    mutation,
    file: fileFor(chosenSource.file, mutation, random),
    text: mutated(mutation, chosenSource.text, random, random.pick(sources.oddSources).text),
    random,
  };
}

function fileFor(file: string, mutation: Mutation, random: Random): string {
  if (mutation === 'comments') return file.replace(/\.json$/, '.jsonc');
  if (mutation === 'half-typed') return file;
  // a `.jsonc` file may contain comments, so both extensions are tried
  if (random.chance(0.1)) return file.replace(/\.json$/, '.jsonc');
  return random.chance(0.05) ? `x.${random.pick(kindNames)}.json` : file;
}

const bases = new WeakMap<Workspace, { readonly input: string; readonly workspace: Workspace }>();
/** The workspace with the unchanged text of a source, whose results can be reused for its inputs. */
export function baseOf({ source, file }: Input): Workspace {
  const result = bases.get(source.workspace),
    input = `${source.file} ${file}`;
  if (result?.input === input) return result.workspace;
  const document = new Document(file, source.text, 0, source.configuration.kindOf(file)),
    workspace = source.workspace.withoutDocument(source.file).withDocument(document);
  bases.set(source.workspace, { input, workspace });
  return workspace;
}
