import { refusalOf, type Assumption } from '../core/workspace/assumptions.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** Why a result that used these assumptions is not given; undefined where the configuration switches off none of them, so that it is. */
export const withheld = (used: Iterable<Assumption>, { facts }: Workspace): string | undefined =>
  refusalOf(used, facts.refusedAssumptions);
