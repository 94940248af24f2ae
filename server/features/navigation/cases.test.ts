import { testCases } from '../../testing/cases.ts';
import { definitions, highlights, outline, references } from '../../testing/navigation-at.ts';
import { renameText } from '../../testing/rename-at.ts';

testCases(new URL('cases/', import.meta.url), {
  rename: (files, name) => renameText(files, name),
  definitions: files => definitions(files).join('\n'),
  references: files => references(files).join('\n'),
  highlights: files => highlights(files).join('\n'),
  outline: files => outline(files),
});
