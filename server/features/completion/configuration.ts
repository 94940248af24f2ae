import { usualAssertions } from '../../compare/assertions.ts';
import { compareTexts } from '../../core/wording.ts';
import { groupNames } from '../../core/engine/groups.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { entryCount, entryOf, marksOf } from '../../core/shapes/table.ts';
import { platformNames } from '../../core/dialects/platform-names.ts';
import { assumptions } from '../../core/workspace/assumptions.ts';
import { providerOfVoice } from '../../core/domain/voices.ts';
import { candidate, type Candidate, type CompletionOptions } from './item.ts';
import { tagsOf } from './references.ts';
import { listedValues } from './skeletons.ts';
import { seenVoices } from './voices.ts';

/** The names of rules, and the names in the files, that a configuration can contain, by the keyword in the schema. */
export function configurationValues(
  noun: string | undefined,
  workspace: Workspace,
  options: CompletionOptions,
): Candidate[] {
  switch (noun) {
    case 'a rule id':
      return (options.ruleIds ?? []).map(id => value(id, 'rule'));
    case 'a rule':
      return [
        ...(options.ruleIds ?? []).map(id => value(id, 'rule')),
        ...groupNames.map(name => value(name, 'all rules of the group', 2)),
      ];
    case 'a configuration to extend':
      return (options.extendable ?? []).map(path => value(path, 'configuration to extend'));
    case 'an assumption':
      return Object.keys(assumptions).map(name => value(name, 'assumption'));
    case 'an assertion':
      return [
        ...usualAssertions().map(text => value(text, 'assertion', 0)),
        ...workspace.facts.liveTags.map(tag => value(`${tag} unchanged`, 'assertion about a tag')),
      ];
    case 'a tag':
      return tagsOf([...workspace.agents.values()], workspace);
    case 'a path':
      return files(workspace);
    case 'a glob':
      return [...folders(workspace), ...files(workspace)];
    case 'a voice id or prefix-*': {
      const unknownVoices = [...seenVoices(workspace)].filter(id => providerOfVoice(id, workspace) === undefined);
      return unknownVoices.map(id => value(id, 'voice of an unknown provider'));
    }
    case 'a name of the platform':
      return [...platformNames()].map(name => value(name, 'field or value')).sort(byLabel);
    case 'a field name':
      return [...enumeratedFields()].map(name => value(name, 'field with listed values')).sort(byLabel);
    default:
      return [];
  }
}

const value = (label: string, detail: string, rank = 1): Candidate => candidate('value', label, detail, { rank });

let fields: ReadonlySet<string> | undefined;
/** The names of fields whose values are listed in the schemas. */
function enumeratedFields(): ReadonlySet<string> {
  if (!fields) {
    const names = new Set<string>();
    for (let entry = 0; entry < entryCount; entry++)
      for (const [key, child] of Object.entries(entryOf(entry).props ?? {})) {
        const { items = -1 } = entryOf(child);
        if (listedValues(marksOf(child)).length > 1 || listedValues(marksOf(items)).length > 1) names.add(key);
      }
    fields = names;
  }
  return fields;
}

const files = (workspace: Workspace): Candidate[] =>
  workspace.documents.map(({ file }) => value(file, '', 2)).sort(byLabel);

/** The folders that contain files of the workspace, as globs that match everything inside. */
function folders(workspace: Workspace): Candidate[] {
  const names = new Set<string>();
  for (const { file } of workspace.documents)
    for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1))
      names.add(file.slice(0, slash));
  return [...names].map(name => value(`${name}/**`, 'folder')).sort(byLabel);
}

const byLabel = (a: Candidate, b: Candidate): number => compareTexts(a.label, b.label);
