import { groupNames } from '../../core/engine/groups.ts';
import { docsOf } from '../../core/engine/rule-docs.ts';
import { hoverAt } from '../../features/hover/hover.ts';
import type { RuleWords } from '../../features/hover/rule-words.ts';
import { clientCommands } from '../protocol.ts';
import { onPosition } from '../request-context.ts';
import { rangeIn, wordsFor } from '../convert.ts';
import type { Handler } from './handler.ts';

export const hover: Handler = {
  capabilities: () => ({ hoverProvider: true }),
  register(connection, editor) {
    connection.onHover(
      onPosition(editor, context => {
        const {
          editor: { diagnosticsContext, client },
        } = context;
        const ruleWords = (id: string): RuleWords | undefined => {
          const rule = diagnosticsContext.ruleOf(id);
          // the page of a group is the list of all rules
          if (!rule)
            return groupNames.includes(id) && client.options.panels === true
              ? { summary: '', why: '', page: `command:${clientCommands.explain}` }
              : undefined;
          const { summary, why } = docsOf(rule);
          return { summary, why, page: diagnosticsContext.rulePage(id) ?? '' };
        };
        const hover = hoverAt(context, context.findings(), ruleWords, context.root.settings.configuration);
        const { contentFormat } = client.capabilities.textDocument?.hover ?? {};
        return (
          hover && { contents: wordsFor(contentFormat, hover.markdown), range: rangeIn(context.document, hover.span) }
        );
      }),
    );
  },
};
