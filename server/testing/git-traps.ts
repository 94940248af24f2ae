import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { git, write } from './in-folders.ts';

/** Configuration keys of git that name a program to run. */
const programs = [
  'core.fsmonitor',
  'core.pager',
  'core.editor',
  'core.sshCommand',
  'core.gitProxy',
  'core.askPass',
  'core.alternateRefsCommand',
  'credential.helper',
  'remote.origin.uploadpack',
  'diff.external',
  'diff.evil.command',
  'diff.evil.textconv',
  'merge.evil.driver',
  'filter.evil.clean',
  'filter.evil.smudge',
  'gpg.program',
  'pager.diff',
  'pager.ls-files',
];
const aliasedCommands = [
  'diff',
  'diff-index',
  'ls-files',
  'ls-tree',
  'rev-parse',
  'rev-list',
  'cat-file',
  'check-attr',
  'show',
];
/** Configuration keys that make git run the programs that `programs` names. */
const triggers = [
  ['remote.origin.promisor', 'true'],
  ['remote.origin.partialclonefilter', 'blob:none'],
  ['core.repositoryformatversion', '1'],
  ['extensions.partialClone', 'origin'],
  ['extensions.worktreeConfig', 'true'],
  ['protocol.allow', 'always'],
  ['protocol.ext.allow', 'always'],
  ['protocol.file.allow', 'always'],
  ['log.showSignature', 'true'],
] as const;
const hooks = ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-auto-gc', 'fsmonitor-watchman'];

/**
 * Sets every configuration key of a repository that names a program to a script that logs its call.
 * @returns a function that reads and clears the log
 */
export function trapped(folder: string): () => string[] {
  const log = join(folder, '.git/log');
  const script = (file: string, name: string): string => {
    write(folder, {
      [file]: `#!/bin/sh\necho '${name}' >> '${log}'\n${name === 'filter.evil.clean' ? 'cat' : 'exit 1'}\n`,
    });
    chmodSync(join(folder, file), 0o755);
    return join(folder, file);
  };
  const trap = (name: string): string => script(`.git/traps/${name.replaceAll(/\W/g, '-')}`, name);
  const trapSettings = [
    ...programs.map(key => [key, trap(key)] as const),
    ...aliasedCommands.map(name => [`alias.${name}`, `!${trap(`alias.${name}`)}`] as const),
    ...triggers,
    ['remote.origin.url', `ext::${trap('transport')}`],
    ['core.hooksPath', join(folder, '.git/own-hooks')],
    ['include.path', join(folder, '.git/included')],
  ] as const;
  appendFileSync(join(folder, '.git/config'), trapSettings.map(setting).join(''));
  write(folder, {
    '.git/info/attributes': '*.json filter=evil diff=evil merge=evil\n',
    '.git/included': ['core.fsmonitor', 'filter.evil.process']
      .map(key => setting([key, trap(`included ${key}`)]))
      .join(''),
    '.git/config.worktree': setting(['core.fsmonitor', trap('worktree core.fsmonitor')]),
  });
  for (const place of ['hooks', 'own-hooks']) for (const hook of hooks) script(`.git/${place}/${hook}`, `hook ${hook}`);
  return () => {
    const names = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
    rmSync(log, { force: true });
    return [...new Set(names)].sort();
  };
}

function setting([key, value]: readonly [string, string]): string {
  const [section, ...rest] = key.split('.'),
    name = rest.pop()!;
  return `[${section}${rest.length > 0 ? ` "${rest.join('.')}"` : ''}]\n\t${name} = "${value}"\n`;
}

/** Removes the included configuration files, which override the configuration of the repository. */
export function withoutIncludes(folder: string): void {
  for (const file of ['included', 'config.worktree']) rmSync(join(folder, '.git', file));
}

/** Deletes the contents of a file from a repository, as if they were missing in a partial clone. */
export function forget(folder: string, file: string): void {
  const id = git(folder, 'rev-parse', `HEAD:${file}`).trim();
  rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)));
}
