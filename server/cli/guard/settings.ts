import { dirname, join } from 'node:path';
import { property, type Json } from '../../core/json/json.ts';
import { configurationNames } from '../../core/settings-files.ts';
import { parseText, valueOf } from '../../core/syntax/parse.ts';
import { gitRootOf } from '../../state/paths.ts';
import { statsOf } from '../../state/regular-file.ts';
import { bytesOf } from '../../state/text.ts';
import { GuardTable } from './operations.ts';

/**
 * The operations and programs that are guarded in a folder. Reads the configurations above the folder without the
 * engine, and calls `ask`, which loads the engine, only if a configuration extends others or differs from the last
 * commit: a change must not undo committed settings.
 */
export async function tableIn(folder: string, ask: () => Promise<readonly (Json | undefined)[]>): Promise<GuardTable> {
  const checkoutRoot = gitRootOf(folder),
    committedAt = checkoutRoot === undefined ? undefined : statsOf(join(checkoutRoot, '.git', 'logs', 'HEAD'))?.mtimeMs;
  const guards: (Json | undefined)[] = [];
  for (let directory = folder; ; directory = dirname(directory)) {
    for (const name of configurationNames) {
      const file = join(directory, name),
        text = bytesOf(file, { linkBoundary: checkoutRoot ?? directory })?.toString();
      if (text === undefined) continue;
      const value = valueOf(parseText(text, true, true).nodes);
      const isNewer = committedAt !== undefined && statsOf(file)!.mtimeMs > committedAt;
      if (isNewer || property(value, 'extends') !== undefined) return new GuardTable(await ask());
      guards.push(property(value, 'guard'));
    }
    if (directory === (checkoutRoot ?? dirname(directory))) return new GuardTable(guards);
  }
}
