import { commands, type ExtensionContext } from 'vscode';
import { answers } from './answers.ts';
import { compareWithBranch } from './compare.ts';
import { explanations } from './explanations.ts';
import { fixAllSafe } from './fix-all.ts';
import { menu } from './menu.ts';
import { places } from './places.ts';
import { Session, type State } from './session.ts';
import { status } from './status.ts';
import { agentsView } from './views/agents.ts';
import { whenItMatters } from './when-it-matters.ts';

/** What other extensions, and tests, may ask. */
export interface Preflight {
  /** `waiting` until a file is seen that Preflight knows something of; only then is its server started. */
  readonly state: State;
}

let session: Session | undefined;

export function activate({ subscriptions, asAbsolutePath, extension }: ExtensionContext): Preflight {
  const here = new Session(asAbsolutePath('dist/server.cjs'), extension.packageJSON.version as string);
  session = here;
  subscriptions.push(
    here, status(here), explanations(here), answers(here), compareWithBranch(here), menu(here), fixAllSafe(), places(), agentsView(here),
    commands.registerCommand('preflight.restart', () => here.restart()),
    commands.registerCommand('preflight.showOutput', () => here.output.show()),
    whenItMatters(() => void here.start()),
  );
  return { get state() { return here.state; } };
}

export const deactivate = (): Promise<void> | undefined => session?.stop();
