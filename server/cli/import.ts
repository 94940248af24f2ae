import { join, resolve } from 'node:path';
import { withoutRepeats } from '../compare/drift.ts';
import { accountRecords } from '../compare/drift-records.ts';
import { count, firstLines, listed } from '../core/wording.ts';
import { accountFiles, evidenceFiles } from '../features/actions/account-files.ts';
import { statsOf } from '../state/regular-file.ts';
import { repeatedInWords } from '../view/results/drift.ts';
import { readExports } from './drift/exports.ts';
import { command } from './terminal/command.ts';
import { remark, UsageError, pathFrom } from './terminal/io.ts';
import { save } from './terminal/save.ts';

/** Creates files from the first export of an account: `preflight import`. */
const importCommand = command(
  {
    name: 'import',
    operands: 'EXPORT…|- --to FOLDER',
    completes: 'path',
    about: `Create files from an export of the dashboard or the API: a file for each record, named after it, with the agents by name
and version, their lists beside them, and a folder each for LLM engines, flows, components, phone numbers, alert rules and
test cases. EXPORT is a file or folder, or - for standard input: records, lists, pages and dumps. Nothing is fetched, and
no existing file is changed.

An engine stays where the export has it: in the file of its agent, or in its own file. The text of a record is kept,
except that a record on one line is indented.`,
    options: {
      to: { value: 'FOLDER', about: 'the folder for the files', completes: 'folder' },
      split: { about: 'move each engine out of the file of its agent into a file of its own' },
      join: { about: 'move each engine into the file of the agent that runs it' },
    },
    helpEnding: `Examples
  preflight import account/ --to .
  preflight import "Front desk.json" "Night line.json" --to retell --split

Exit codes
  0  all is written
  2  wrong usage, an export that cannot be read, or a file that exists; nothing is written`,
  },
  ({ values: { to, split = false, join: isJoin = false }, positionals }, io) => {
    if (positionals.length === 0 || to === undefined)
      throw new UsageError('import takes EXPORT and --to FOLDER; "preflight import --help" shows examples');
    if (split && isJoin) throw new UsageError('--split and --join contradict each other; give one of them');
    const arrangement = isJoin ? 'join' : 'as-is',
      place = split ? 'split' : arrangement;
    const { workspace } = readExports(positionals, io),
      { latest, repeatedRecords: repeated } = withoutRepeats(workspace),
      root = resolve(io.cwd, to);
    for (const repetition of repeated) remark(io, repeatedInWords(repetition));
    const { files, notes } = accountFiles(latest, workspace, { documents: [] }, place),
      allFiles = [...files, ...evidenceFiles(workspace, files)];
    for (const note of notes) remark(io, note);
    const recordFiles = new Set(accountRecords(workspace).map(({ file }) => file)),
      otherFiles = workspace.documents.map(({ file }) => file).filter(file => !recordFiles.has(file));
    if (otherFiles.length > 0)
      remark(io, `skipped, because not part of the configuration of an account: ${listed(otherFiles, 'and')}`);
    const pathOf = ({ file }: { readonly file: string }): string => pathFrom(io, root, file),
      existingPaths = allFiles.filter(({ file }) => statsOf(join(root, file))).map(pathOf);
    if (existingPaths.length > 0)
      throw new UsageError(
        `${count(existingPaths.length, 'file')} would be overwritten, so nothing is written`,
        `${firstLines(existingPaths, 10)
          .map(line => `  ${line}`)
          .join('\n')}\ndrift --write takes what changed into files that exist`,
      );
    for (const { file, create } of allFiles) save(io, join(root, file), { text: create, read: null });
    io.stdout.write(`${allFiles.map(pathOf).sort().join('\n')}\n`);
    remark(io, `${count(allFiles.length, 'file')} written`);
    return 0;
  },
);

export { importCommand as import };
