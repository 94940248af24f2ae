import { locate } from '../../core/locate.ts';
import { isWithin } from '../../state/paths.ts';
import { judge, readAssertion, type ComparedStates, type Verdict } from '../../compare/assertions.ts';
import { changesBetween } from '../../compare/changes.ts';
import { isMalformed } from '../../core/domain/typed-reference.ts';
import { comparedWith } from '../comparing.ts';
import { rangeIn } from '../convert.ts';
import { requests, type AssertionPlace, type JudgeParams, type Judgement } from '../protocol.ts';
import type { Root } from '../root.ts';
import type { EditorConnection } from '../editor-connection.ts';
import { isFolder } from '../uris.ts';
import type { Handler } from './handler.ts';

const atStart = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The assertions of configurations (`ci.assert`), and whether a change meets them, as in `preflight ci`. */
export const assertions: Handler = {
  capabilities: () => ({}),
  register(connection, editor) {
    connection.onRequest(requests.assertions, async (): Promise<AssertionPlace[]> => {
      const connection = editor();
      await connection.session.allReady();
      return [...connection.session.state.roots.values()].flatMap(root => placesIn(root, connection));
    });
    connection.onRequest(requests.judge, async ({ uri, base }: JudgeParams): Promise<Judgement> => {
      const { session, client } = editor();
      await session.allReady();
      const root = session.state.roots.get(session.fileOf(uri).root);
      if (!root) return { problem: 'this file belongs to no workspace of Preflight', verdicts: [] };
      const states: ComparedStates[] = [];
      for (const otherRoot of session.state.roots.values()) {
        if (otherRoot !== root && !(isFolder(root.key) && isFolder(otherRoot.key) && isWithin(root.key, otherRoot.key)))
          continue;
        const comparison = comparedWith(otherRoot, base, client.isTrusted);
        if ('problem' in comparison) return { ...comparison, verdicts: [] };
        const { before, current } = comparison;
        if (before.workspace.documents.length + current.workspace.documents.length > 0)
          states.push({
            before: before.workspace,
            after: current.workspace,
            plan: changesBetween(before, current, 'live'),
          });
      }
      return {
        problem: null,
        verdicts: root.settings.configuration.assertions.map(({ text }) => ({ text, ...verdictOn(text, states) })),
      };
    });
  },
};

function placesIn({ key, settings }: Root, { session }: EditorConnection): AssertionPlace[] {
  const { assertions } = settings.configuration;
  if (assertions.length === 0) return [];
  const document = session.settingsDocument(key, session.configurationName(key)),
    items = document?.valid ? document.at('/ci/assert').items() : [];
  return assertions.map(({ text }) => {
    // an assertion from an extended file is located at the `extends` field
    const cursor = items.find(item => item.value === text) ?? document?.at('/extends');
    const range = cursor?.exists ? rangeIn(cursor.document, locate(cursor.document, cursor.pointer)) : atStart;
    return { uri: session.uriOf(key, session.configurationName(key)), range, text };
  });
}

function verdictOn(text: string, states: readonly ComparedStates[]): Verdict {
  const assertion = readAssertion(text);
  if (isMalformed(assertion)) return { holds: false, because: assertion.message, evidence: '' };
  const verdict = judge(assertion, states);
  return 'ambiguous' in verdict ? { holds: false, because: verdict.ambiguous, evidence: '' } : verdict;
}
