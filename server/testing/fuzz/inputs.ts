import { join } from 'node:path';
import { rules } from '../../../rules/index.ts';
import { Document } from '../../core/document.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { openSettings, openWorkspace, type OpenedWorkspace } from '../../host/open.ts';
import { respelled } from '../respelled.ts';
import { textsIn } from '../samples.ts';
import { mutated, mutations, type Mutation } from './mutations.ts';
import { Random } from './random.ts';

/** A file that inputs are based on, with the other files of its workspace. */
interface FuzzSource {
  readonly file: string;
  readonly text: string;
  readonly opened: OpenedWorkspace;
}
export interface Input {
  readonly number: number;
  readonly mutation: Mutation;
  readonly source: FuzzSource;
  readonly text: string;
  readonly random: Random;
}

/** Larger files are not mutated: many small ones find more in the same time. */
const LARGEST = 64_000;
/** This many consecutive inputs are based on one file, so that its workspace is read only once for them. */
export const ROW = 64;
const today = '2026-01-15';

/**
 * The files of the samples, in both dialects, and those of an additional folder, which are mixed with the first
 * sample's.
 */
export function sourcesIn(samples: string, corpus: string | undefined): readonly FuzzSource[] {
  const opened = ['clinic', 'broken'].map(name =>
    openWorkspace(openSettings(join(samples, name), rules), { today }),
  ) as [OpenedWorkspace, OpenedWorkspace];
  const own = opened.flatMap(one =>
    one.workspace.documents.flatMap(document =>
      [...new Set([document.text, respelled(document)])].map(text => ({ file: document.file, text, opened: one })),
    ),
  );
  const others =
    corpus === undefined
      ? []
      : Object.entries(textsIn(corpus))
          .filter(([file]) => /\.jsonc?$/.test(file))
          .map(([file, text]) => ({ file, text, opened: opened[0] }));
  return [...own, ...others].filter(({ text }) => text.length <= LARGEST);
}

/** The input with a number: always the same for the same seed and sources. */
export function inputOf(sources: readonly FuzzSource[], seed: number, number: number): Input {
  const ofRow = new Random(seed, Math.floor(number / ROW)),
    [one, other] = [ofRow.pick(sources), ofRow.pick(sources)];
  // small files more often, because more can be tried in the same time
  const source = ofRow.chance(0.5) && other.text.length < one.text.length ? other : one,
    random = new Random(seed, number, 1),
    mutation = random.pick(mutations);
  // comments are allowed in one of the two
  const file = random.chance(0.1) ? source.file.replace(/\.json$/, '.jsonc') : source.file;
  return { number, mutation, source: { ...source, file }, text: mutated(mutation, source.text, random), random };
}

const bases = new WeakMap<OpenedWorkspace, { readonly source: string; readonly workspace: Workspace }>();
/** The workspace with the file of a source in its original form; its results are carried over to each input. */
export function baseOf({ file, text, opened }: FuzzSource): Workspace {
  const known = bases.get(opened);
  if (known?.source === file) return known.workspace;
  const workspace = opened.workspace.with(new Document(file, text, 0, opened.configuration.kindOf(file)));
  bases.set(opened, { source: file, workspace });
  return workspace;
}
