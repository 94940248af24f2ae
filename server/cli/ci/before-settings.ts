import { configurationNames } from '../../core/settings-files.ts';
import { lintWorkspace } from '../../core/configuration/lint-workspace.ts';
import type { Finding } from '../../core/finding.ts';
import { join } from 'node:path';
import { RuleSet } from '../../core/engine/lint.ts';
import { addTo } from '../../core/json/multimap.ts';
import { ConfigurationError } from '../../state/configuration.ts';
import { gitRootOf } from '../../state/checkout.ts';
import { Git } from '../../state/git.ts';
import { sourceOf, treeAt } from '../../state/tree.ts';
import { openWorkspace, type State } from '../../state/open.ts';
import { rules } from '../../../rules/index.ts';
import { wantedRules } from '../lint/open-run.ts';
import { askGit } from '../terminal/comparing.ts';
import type { ComparedBase } from '../plan/base.ts';
import { pathFrom } from '../terminal/here.ts';
import { remark, type Io } from '../terminal/io.ts';
import { settingsOf } from '../terminal/workspaces.ts';

/** A workspace at a commit, with the settings that it had there, and what was found. */
interface Former extends State {
  were(file: string): readonly Finding[];
}

/** `undefined`, with a remark, if there was no such workspace, or its settings cannot be used. */
export function formerly(base: ComparedBase, { root, workspace }: State, io: Io): Former | undefined {
  const { commit, name } = base.at(root);
  const isUnknown = (why: string): undefined => {
    remark(io, `${why}, so everything found in ${pathFrom(io, root, '.')} counts as new`);
  };
  if (commit === undefined) return isUnknown(`${name} does not have this submodule`);
  const git = new Git(gitRootOf(root)!),
    source = askGit(() => sourceOf(treeAt(git, commit)));
  if (root !== git.folder && !configurationNames.some(name => source.isFile(join(root, name))))
    return isUnknown(`${name} has no configuration there`);
  try {
    const settings = settingsOf(io, root, { source }),
      { configuration, baseline } = settings;
    const opened = openWorkspace(settings, { today: workspace.facts.today, source }),
      unread = opened.unreadableFindings;
    const { findings } = lintWorkspace(
      opened.workspace,
      wantedRules(RuleSet.of(rules), configuration, undefined),
      configuration,
      baseline,
      new Set(unread.map(({ file }) => file)),
    );
    const byFile = new Map<string, Finding[]>();
    for (const finding of [...unread, ...findings]) addTo(byFile, finding.file, finding);
    return { ...opened, were: file => byFile.get(file) ?? [] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { file, line, column, message } = error.problems[0];
    return isUnknown(`${pathFrom(io, root, file)}:${line}:${column} of ${name} cannot be used (${message})`);
  }
}
