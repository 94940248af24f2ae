import { agentName } from '../core/workspace/names.ts';
import { join } from 'node:path';
import { Document } from '../core/document.ts';
import type { Doctor } from '../core/generated/outputs.js';
import { compareTopic, gapsOf, type Gap } from '../core/domain/open-questions.ts';
import { factsInForce, factsInWords } from '../core/domain/dated.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { kindNames } from '../core/kinds.ts';
import { resemblance } from '../core/recognition.ts';
import { compareTexts, count, listed, nearest } from '../core/wording.ts';
import type { State } from '../state/open.ts';
import { readText } from '../state/text.ts';
import { command, formatOption } from './terminal/command.ts';
import { UsageError, pathFrom } from './terminal/io.ts';
import { dayOf } from './lint/options.ts';
import { publishedJson, makeReadable } from '../view/printable.ts';
import { folderOf, openAll, withFiles, filesByKind, filesInWords } from './terminal/workspaces.ts';
import type { Cursor } from '../core/cursor.ts';
import { Dispatch } from '../core/dispatch.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { PolicyRule } from '../core/policies/policy.ts';

/** Lists the references that cannot be resolved, and the files that would resolve them: `preflight doctor`. */
export const doctor = command(
  {
    name: 'doctor',
    readsConfiguration: true,
    about: `Show what this workspace and the workspaces below it leave unresolved: agents, versions, tags and engines that are
referenced but not here, voices with an unknown provider, assumptions that are switched off, and files that look
like agent files but are not recognized. For each, name the file or setting that would settle it. Also show the date of
the facts about the platform that apply beside its specification.`,
    options: {
      format: formatOption(['text', 'json']),
      today: { value: 'YYYY-MM-DD', about: 'date for the age of the facts (default: today in UTC)' },
    },
  },
  ({ values, positionals }, io) => {
    if (positionals.length > 0)
      throw new UsageError('doctor covers the whole workspace and takes no paths; use --cwd DIR for another folder');
    const format = values.format ?? 'text';
    const parts = withFiles(openAll(io, { baseline: true, today: dayOf(values.today) })).map(state => ({
      folder: folderOf(state, io),
      nameOf: (id: string): string => agentName(id, state.workspace),
      ...diagnose(state, file => pathFrom(io, state.root, file)),
    }));
    io.stdout.write(
      format === 'json'
        ? publishedJson({ version: 1, ...combineParts(parts) })
        : parts.map(part => (parts.length > 1 ? `${makeReadable(part.folder)}:\n` : '') + text(part)).join('\n'),
    );
    return Promise.resolve(0);
  },
);

type Diagnosis = Omit<Doctor, 'version' | 'workspaces'>;

/** Combines the diagnoses of several workspaces. A value that differs between them is listed for each workspace. */
function combineParts(
  parts: readonly (Diagnosis & { readonly folder: string; nameOf(id: string): string })[],
): Omit<Doctor, 'version'> {
  const [{ folder: _, nameOf: _names, ...first }] = parts as [(typeof parts)[number]];
  if (parts.length === 1) return first;
  const files: Record<string, number> = {};
  for (const [kind, n] of parts.flatMap(part => Object.entries(part.files))) files[kind] = (files[kind] ?? 0) + n;
  return {
    configuration: [...new Set(parts.flatMap(part => part.configuration))],
    files,
    platform: first.platform,
    complete: first.complete.filter(kind => parts.every(part => part.complete.includes(kind))),
    refused_assumptions: [...new Set(parts.flatMap(part => part.refused_assumptions))].sort(),
    gaps: parts.flatMap(({ gaps }) => gaps),
    unrecognised: parts.flatMap(({ unrecognised }) => unrecognised),
    workspaces: parts.map(({ folder, files: fileCounts, platform, complete, refused_assumptions }) => ({
      folder,
      files: fileCounts,
      platform,
      complete,
      refused_assumptions,
    })),
  };
}

function diagnose(state: State, pathOf: (file: string) => string): Diagnosis {
  const { workspace } = state;
  return {
    configuration: state.configuration.layers.map(({ file }) => pathOf(file)).reverse(),
    files: filesByKind(workspace),
    platform: factsInForce(workspace.facts),
    complete: workspace.facts.complete,
    refused_assumptions: [...workspace.facts.refusedAssumptions].sort(),
    gaps: [...gapsOf(workspace), ...policyGaps(state.configuration.policies, workspace)]
      .sort(compareTopic)
      .map(({ topic, subject, question: unknown, answer, places }) => ({
        topic,
        subject,
        unknown,
        tell: answer,
        places: places.map(({ document, pointer }) => ({ file: pathOf(document.file), pointer })),
      })),
    unrecognised: state.unknownFiles.flatMap(file => {
      const reason = unrecognisedReason(state.root, file);
      return reason ? [{ file: pathOf(file), ...reason }] : [];
    }),
  };
}

/** The reason why a skipped file might be a file of the platform. */
function unrecognisedReason(root: string, file: string): { readonly why: string; readonly tell: string } | undefined {
  const suffix = /\.([a-z-]+)\.jsonc?$/i.exec(file)?.[1];
  const nearestKind = suffix === undefined ? undefined : nearest(suffix.toLowerCase(), kindNames);
  if (nearestKind !== undefined)
    return {
      why: `unknown kind "${suffix}"`,
      tell: `rename it to *.${nearestKind}.json, or add "files": { "${nearestKind}": ["${file}"] } to preflight.config.json`,
    };
  let likeness: ReturnType<typeof resemblance>;
  try {
    likeness = resemblance(new Document(file, readText(join(root, file)).text).value);
  } catch {
    return undefined;
  }
  return (
    likeness && {
      why: `it has ${listed(likeness.keys.slice(0, 3), 'and')}, like ${likeness.kind} files, but few of their other fields`,
      tell: `rename it to *.${likeness.kind}.json, or add "files": { "${likeness.kind}": ["${file}"] } to preflight.config.json`,
    }
  );
}

/** Whether the places of a gap are those of the record itself, not uses of it. */
const isOwn = (topic: string): boolean => topic === 'tags' || topic === 'versions';
type NameOf = (subject: string) => string;
/**
 * The lines about a gap.
 * @param isSameUnknown whether the heading already says what is unknown
 */
const gapLines = (
  { topic, subject, unknown, tell, places }: Diagnosis['gaps'][number],
  isSameUnknown: boolean,
  nameOf: NameOf,
): string[] => [
  `  ${makeReadable(nameOf(subject))}`,
  ...(isSameUnknown ? [] : [`    unknown  ${makeReadable(unknown)}`]),
  `    add      ${makeReadable(tell)}`,
  ...(places.length > 0 ? [`    ${isOwn(topic) ? 'is in  ' : 'used in'}  ${usesInWords(places)}`] : []),
];

const gapInWords = (
  { topic, subject, unknown, places }: Diagnosis['gaps'][number],
  isSameUnknown: boolean,
  nameOf: NameOf,
): string =>
  [
    `${makeReadable(nameOf(subject))}${isSameUnknown ? '' : `: ${makeReadable(unknown)}`}`,
    ...(places.length > 0 ? [`${isOwn(topic) ? 'in' : 'used in'} ${usesInWords(places)}`] : []),
  ].join('; ');

function usesInWords([first, ...otherPlaces]: Diagnosis['gaps'][number]['places']): string {
  const firstPlace = [first?.file, first?.pointer]
    .filter(Boolean)
    .map(part => makeReadable(part!))
    .join(' ');
  return `${firstPlace}${otherPlaces.length > 0 ? ` and ${count(otherPlaces.length, 'other place')}` : ''}`;
}

const headings = {
  agent: 'Agents that are referenced but not in this workspace',
  engine: 'Engines that are referenced but not in this workspace',
  policy: 'Policies that are skipped, because it is not known whether they apply',
  tags: 'Agents that may have more tags',
  versions: 'Agents that may have more versions',
  voice: 'Voices whose provider is not known',
} as const satisfies Record<Gap['topic'], string>;

function text({
  nameOf,
  configuration,
  files,
  platform,
  complete,
  refused_assumptions: refusedNames,
  gaps,
  unrecognised,
}: Diagnosis & { nameOf(id: string): string }): string {
  const hasFiles = Object.keys(files).length > 0;
  const declaration =
    complete.length === 0
      ? 'nothing ("complete" in preflight.config.json), so records outside this workspace may exist'
      : listed(complete, 'and');
  const lines = [
    hasFiles ? `${filesInWords(files)}.` : 'Found no agent files.',
    ...(configuration.length < 2
      ? []
      : [`Configuration: ${configuration.map(makeReadable).join(', which extends ')}.`]),
    `Platform facts: ${factsInWords(platform)}.`,
    `Declared complete: ${declaration}.`,
    ...(refusedNames.length === 0
      ? []
      : [
          `Switched off: ${listed([...refusedNames], 'and', 50)} ("assumptions" in preflight.config.json); ` +
            'what depends on them is unknowable.',
        ]),
  ];
  for (const topic of Object.keys(headings) as Gap['topic'][]) {
    const group = gaps
      .filter(gap => gap.topic === topic)
      .sort((a, b) => compareTexts(nameOf(a.subject), nameOf(b.subject)));
    if (group.length === 0) continue;
    const isSameUnknown = new Set(group.map(({ unknown }) => unknown)).size === 1;
    lines.push('', `${headings[topic]}${isSameUnknown ? ` (${makeReadable(group[0]!.unknown)})` : ''}:`);
    // a request about many records is listed once, with `ID` for their ids
    for (const [tell, gapsAlike] of groupsOf(group, gap => gap.tell.replaceAll(gap.subject, 'ID')))
      if (gapsAlike.length === 1) lines.push(...gapLines(gapsAlike[0], isSameUnknown, nameOf));
      else
        lines.push(
          `  add for each: ${makeReadable(tell)}`,
          ...gapsAlike.map(gap => `    ${gapInWords(gap, isSameUnknown, nameOf)}`),
        );
  }
  if (unrecognised.length > 0)
    lines.push(
      '',
      'Files that look like agent files but are not recognized:',
      ...unrecognised.flatMap(({ file, why, tell }) => [
        `  ${makeReadable(file)}`,
        `    why      ${makeReadable(why)}`,
        `    do       ${makeReadable(tell)}`,
      ]),
    );
  if (gaps.length === 0 && unrecognised.length === 0 && hasFiles)
    lines.push('', refusedNames.length === 0 ? 'Nothing is unresolved.' : 'Nothing else is unresolved.');
  return `${lines.join('\n')}\n`;
}

/** The places where it is unknown whether a policy applies, by policy and reason. */
function policyGaps(policies: readonly PolicyRule[], workspace: Workspace): Gap[] {
  const conditionalRules = policies.filter(({ policy }) => policy.when);
  if (conditionalRules.length === 0) return [];
  const dispatch = new Dispatch(conditionalRules.map(rule => [rule.at, rule] as const));
  const gaps = new Map<PolicyRule, Map<string, Cursor[]>>();
  for (const root of workspace.documents.flatMap(({ trees }) => trees))
    dispatch.walk(root, (rule, place) => {
      const answer = rule.applies(place, workspace);
      if (typeof answer === 'boolean') return;
      const reasons = gaps.get(rule) ?? new Map<string, Cursor[]>();
      gaps.set(rule, reasons.set(answer.unknowable, [...(reasons.get(answer.unknowable) ?? []), place]));
    });
  return [...gaps].flatMap(([{ id }, reasons]) =>
    Array.from(reasons, ([reason, places]) => ({
      topic: 'policy' as const,
      subject: id,
      question: reason,
      answer: 'agents, versions and tags list what would answer it',
      places,
    })),
  );
}
