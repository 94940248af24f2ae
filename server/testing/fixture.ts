import { rules } from '../../rules/index.ts';
import { configurationDocument, factsOf } from '../core/configuration/read.ts';
import { ruleNames } from '../core/configuration/rule-names.ts';
import type { JsonObject } from '../core/json/json.ts';
import { withoutCarets } from '../core/engine/rule-docs.ts';
import { policyIds } from '../core/policies/policy.ts';
import { configurationName } from '../core/settings-files.ts';
import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';

interface Fixture {
  readonly workspace: Workspace;
  readonly config: string | undefined;
}

/** Splits a text into files, each of which begins with `-- name --`: the name and text of each file. */
export function filesOf(text: string): (readonly [name: string, content: string])[] {
  const parts = text.split(/^-- (.+) --\n/m).slice(1);
  return Array.from({ length: parts.length / 2 }, (_, i) => [parts[2 * i]!, parts[2 * i + 1]!]);
}

/**
 * Reads a fixture of files that begin with `-- name --`, and removes carets. A `preflight.config.json` beside other
 * files provides the settings; as the only file it is checked itself.
 */
export function fixtureOf(text: string): Fixture {
  const entries = filesOf(text).map(([name, content]) => [name, withoutCarets(content)] as const);
  const config = entries.find(([name]) => name === configurationName)?.[1];
  const documents = entries
    .filter(([name]) => name !== configurationName || entries.length === 1)
    .map(([name, content]) => new Document(name, content));
  const settings = config === undefined ? {} : (configurationDocument(config).value as JsonObject);
  return {
    workspace: new Workspace(documents, {
      today: '2026-01-15',
      ruleNames: ruleNames(rules),
      policies: new Map(policyIds(settings)),
      ...factsOf(settings),
    }),
    config,
  };
}
export const workspaceOf = (text: string): Workspace => fixtureOf(text).workspace;
