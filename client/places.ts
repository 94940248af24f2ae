import { commands, Disposable, Location, Position, Range, Selection, Uri, window } from 'vscode';
import {
  clientCommands,
  type ProtocolPlace,
  type ProtocolPosition,
  type ProtocolRange,
} from '../server/lsp/protocol.ts';

const positionOf = ({ line, character }: ProtocolPosition): Position => new Position(line, character);
const rangeOf = ({ start, end }: ProtocolRange): Range => new Range(positionOf(start), positionOf(end));

/**
 * Commands behind the server's lenses and actions: show references, when a lens that counts them is clicked, and go to
 * a place.
 */
export const places = (): Disposable =>
  Disposable.from(
    commands.registerCommand(
      clientCommands.showReferences,
      (uri: string, position: ProtocolPosition, found: readonly ProtocolPlace[]) => {
        const locations = found.map(place => new Location(Uri.parse(place.uri), rangeOf(place.range)));
        return commands.executeCommand('editor.action.showReferences', Uri.parse(uri), positionOf(position), locations);
      },
    ),
    commands.registerCommand(clientCommands.select, async (uri: string, range: ProtocolRange) => {
      const { start, end } = rangeOf(range);
      const editor = await window.showTextDocument(Uri.parse(uri), { selection: new Range(start, end) });
      editor.selection = new Selection(start, end);
    }),
  );
