import { command, type Command, type Commands } from './terminal/command.ts';
import { candidatesFor } from './completion/candidates.ts';
import { scripts, type Shell } from './completion/scripts.ts';
import { didYouMean } from '../core/wording.ts';
import { UsageError } from './terminal/io.ts';

const shells = Object.keys(scripts) as [Shell, ...Shell[]];

/** Completes command lines in a shell: `preflight completion bash`. @param commands all commands */
export const completion = (commands: Commands): Command =>
  command(
    {
      name: 'completion',
      operands: shells.join('|'),
      completes: shells,
      about: `Print a completion script for a shell: commands, options and their values, and the rules, agents, versions and tags
of the current workspace. The script calls preflight for candidates, so it stays valid after an update.`,
      options: {
        complete: { about: 'used by the script: print candidates for the last word after --, one per line' },
      },
      helpEnding: `Examples
  source <(preflight completion bash)                                        in ~/.bashrc
  source <(preflight completion zsh)                                         in ~/.zshrc, after compinit
  preflight completion fish > ~/.config/fish/completions/preflight.fish`,
    },
    async ({ values, positionals }, io) => {
      if (values.complete) {
        io.stdout.write((await candidatesFor(positionals, commands, io)).map(line => `${line}\n`).join(''));
        return 0;
      }
      const [name, ...rest] = positionals;
      const shell = shells.find(shell => shell === name);
      if (shell === undefined || rest.length > 0)
        throw new UsageError(
          `completion takes the name of a shell: ${shells.join(', ')}${rest.length > 0 ? '' : didYouMean(name ?? '', shells)}`,
        );
      io.stdout.write(scripts[shell]);
      return 0;
    },
  );
