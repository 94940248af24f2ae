import { hoverAt } from '../../features/hover/hover.ts';
import { onPosition } from '../request-context.ts';
import { rangeIn, wordsFor } from '../convert.ts';
import type { Handler } from './handler.ts';

export const hover: Handler = {
  capabilities: () => ({ hoverProvider: true }),
  register(connection, serving) {
    connection.onHover(
      onPosition(serving, question => {
        const {
          serving: { diagnosing, client },
        } = question;
        const found = hoverAt(question, question.findings(), id => {
          const rule = diagnosing.ruleOf(id);
          return rule && { summary: rule.summary, why: rule.why, spec: rule.spec, page: diagnosing.rulePage(id) ?? '' };
        });
        const { contentFormat } = client.capabilities.textDocument?.hover ?? {};
        return (
          found && { contents: wordsFor(contentFormat, found.markdown), range: rangeIn(question.document, found.span) }
        );
      }),
    );
  },
};
