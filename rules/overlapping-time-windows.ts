import { clock, spanOf, type WindowMinutes } from '../server/core/domain/windows.ts';
import { defineRule, remove, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'overlapping-time-windows',
  group: 'batches',
  severity: 'warning',
  spec: 'Batch call',
  clause: 'Batch call: windows: minutes, end excluded, not over midnight',
  at: { 'call-time-window': '/windows' },

  *check(windows) {
    const previousWindows: { readonly at: Cursor; readonly span: WindowMinutes }[] = [];
    for (const cursor of windows.items()) {
      const span = spanOf(cursor);
      if (!span) continue;
      const overlappingWindow = previousWindows.find(
        ({ span: { start, end } }) => start < span.end && span.start < end,
      );
      previousWindows.push({ at: cursor, span });
      if (!overlappingWindow) continue;
      const isInside = overlappingWindow.span.start <= span.start && span.end <= overlappingWindow.span.end;
      const relation = isInside
        ? `is inside ${spanName(overlappingWindow.span)}, so it has no effect`
        : `overlaps ${spanName(overlappingWindow.span)}`;
      yield {
        at: cursor,
        message: `window ${spanName(span)} ${relation}`,
        related: [{ at: overlappingWindow.at, message: 'the other window' }],
        ...(isInside && { fix: remove(cursor, { title: 'Remove it' }) }),
      };
    }
  },
});

const spanName = ({ start, end }: WindowMinutes): string => `${clock(start)}–${clock(end)}`;
