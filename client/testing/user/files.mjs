// The files in the workspace of a walk.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Creates a git repository in a folder, with all files in one commit. */
export function commitAll(folder) {
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=A person', '-c', 'user.email=person@example.com', ...args], { cwd: folder });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'The clinic');
}

/** The 1-based line and column just inside the first occurrence of a text in a file. */
export function placeOf(folder, file, part) {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n'),
    line = lines.findIndex(text => text.includes(part));
  return [line + 1, lines[line].indexOf(part) + 2];
}

/**
 * Moves tags of the front desk in the clinic sample to other versions, on disk.
 * @param versions the new version of each tag
 */
export function moveTags(folder, versions) {
  const list = join(folder, 'agents/agents.agent-list.json');
  let text = readFileSync(list, 'utf8');
  for (const [tag, version] of Object.entries(versions)) {
    const newText = text.replace(new RegExp(`("${tag}": \\{\\s*"version": )\\d+`), `$1${version}`);
    if (newText === text) throw new Error(`${tag} is not moved`);
    text = newText;
  }
  writeFileSync(list, text);
}
