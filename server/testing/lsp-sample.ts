import { requests, type PanelAnswer, type PreviewParams, type SimulateParams } from '../lsp/protocol.ts';
import { at } from './clients.ts';
import { Editor } from './editor.ts';
import { samples, textsIn } from './samples.ts';

/**
 * An editor with the files of a sample, and the server's answers about positions in them. A position is the first
 * occurrence of a text, unless `position` is given.
 */
export class Clinic {
  readonly files: Record<string, string>;
  readonly editor: Editor;
  readonly #open = new Set<string>();

  constructor(sample: 'clinic' | 'broken' = 'clinic') {
    this.files = textsIn(samples(sample));
    this.editor = new Editor(this.files, { options: { panels: true } });
  }
  dispose(): void {
    this.editor.dispose();
  }
  preview(file: string, text: string, more: Partial<PreviewParams> = {}): Promise<PanelAnswer | null> {
    return this.#ask(requests.preview, file, text, more);
  }
  simulate(file: string, text: string, more: Partial<SimulateParams> = {}): Promise<PanelAnswer | null> {
    return this.#ask(requests.simulate, file, text, more);
  }
  /** Changes the text of a file in the editor, without saving. */
  async edit(file: string, from: string | RegExp, to: string): Promise<void> {
    await this.#openFile(file);
    this.files[file] = this.files[file]!.replace(from, to);
    await this.editor.type(file, this.files[file]);
  }

  async #openFile(file: string): Promise<void> {
    if (this.#open.has(file)) return;
    this.#open.add(file);
    await this.editor.open(file, this.files[file]!);
  }
  async #ask<Answer>(request: string, file: string, text: string, more: object): Promise<Answer> {
    await this.#openFile(file);
    return this.editor.connection.sendRequest(request, {
      uri: this.editor.uri(file),
      ...at(this.files[file]!, text),
      ...more,
    });
  }
}
