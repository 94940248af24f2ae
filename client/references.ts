import { commands, type Disposable, Location, Position, Range, Uri } from 'vscode';
import { clientCommands, type ProtocolPlace, type ProtocolPosition, type ProtocolRange } from '../server/lsp/protocol.ts';

const position = ({ line, character }: ProtocolPosition): Position => new Position(line, character);
export const rangeOf = ({ start, end }: ProtocolRange): Range => new Range(position(start), position(end));

/** What a lens that counts references shows when it is clicked. */
export const showReferences = (): Disposable => commands.registerCommand(clientCommands.showReferences, (uri: string, at: ProtocolPosition, places: readonly ProtocolPlace[]) =>
  commands.executeCommand('editor.action.showReferences', Uri.parse(uri), position(at), places.map(place => new Location(Uri.parse(place.uri), rangeOf(place.range)))));
