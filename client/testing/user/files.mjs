// The files of a walk's workspace.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts a folder under git, with all its files in one commit. */
export function commitAll(folder) {
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=A person', '-c', 'user.email=person@example.com', ...args], { cwd: folder });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'The clinic');
}

/** The line and column, both from 1, of the second character of a text's first occurrence in a file. */
export function placeOf(folder, file, part) {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n'),
    line = lines.findIndex(text => text.includes(part));
  return [line + 1, lines[line].indexOf(part) + 2];
}

/** Moves tags of the clinic's front desk to other versions, on disk: tag → version. */
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
