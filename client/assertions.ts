import { Disposable, Location, TestMessage, TestRunProfileKind, tests, Uri, workspace } from 'vscode';
import type { TestController, TestItem, TestRunRequest } from 'vscode';
import { requests, type AssertionPlace, type JudgeParams, type Judgement } from '../server/lsp/protocol.ts';
import { askForRevision, type Revision } from './panels/plan-revisions.ts';
import { rangeOf } from './session/places.ts';
import type { ClientSession } from './session/session.ts';

/** The number of milliseconds without changes before the server is asked again. */
const pause = 500;

/**
 * The tests in the Test Explorer: each assertion of `ci.assert` is a test at its line, which passes if the change
 * meets the assertion.
 */
export function assertions(session: ClientSession): Disposable {
  // creating a controller opens the test view, so it is created with the first test
  let explorer: Explorer | undefined, timer: NodeJS.Timeout | undefined;
  const update = async (): Promise<void> => {
    const places = (await session.ask<readonly AssertionPlace[]>(requests.assertions)) ?? [];
    if (places.length > 0) explorer ??= new Explorer(session);
    explorer?.show(places);
  };
  return Disposable.from(
    new Disposable(() => {
      clearTimeout(timer);
      explorer?.dispose();
    }),
    session.onDidChange(() => {
      clearTimeout(timer);
      if (session.state === 'running') timer = setTimeout(() => void update(), pause);
    }),
  );
}

class Explorer implements Disposable {
  readonly #session: ClientSession;
  readonly #controller: TestController = tests.createTestController('preflight', 'Preflight');
  #lastShown = '';

  constructor(session: ClientSession) {
    this.#session = session;
    const { Run } = TestRunProfileKind;
    const run = async (request: TestRunRequest, base: Revision['base']): Promise<void> => this.#run(request, base);
    this.#controller.createRunProfile('Compare with HEAD', Run, request => run(request, 'HEAD'), true);
    this.#controller.createRunProfile('Compare with Branch…', Run, async request => {
      const [file] = this.#files(request);
      const revision = file?.[0].uri && (await askForRevision(file[0].uri));
      if (revision) await run(request, revision.base);
    });
  }

  /** Shows one test file for each configuration. */
  show(places: readonly AssertionPlace[]): void {
    const current = JSON.stringify(places);
    if (current === this.#lastShown) return;
    this.#lastShown = current;
    const files = new Map<string, TestItem>();
    for (const { uri, range, text } of places) {
      const fileUri = Uri.parse(uri),
        file = files.get(uri) ?? this.#controller.createTestItem(uri, workspace.asRelativePath(fileUri), fileUri);
      files.set(uri, file);
      const item = this.#controller.createTestItem(text, text, fileUri);
      item.range = rangeOf(range);
      file.children.add(item);
    }
    this.#controller.items.replace([...files.values()]);
  }

  dispose(): void {
    this.#controller.dispose();
  }

  /** The requested tests, grouped by file. */
  #files({ include, exclude = [] }: TestRunRequest): [file: TestItem, wanted: TestItem[]][] {
    const itemsByFile = new Map<TestItem, TestItem[]>();
    const childrenOf = (file: TestItem): TestItem[] => [...file.children].map(([, item]) => item);
    for (const testFile of include ?? [...this.#controller.items].map(([, file]) => file)) {
      const file = testFile.parent ?? testFile,
        items = testFile.parent ? [testFile] : childrenOf(testFile);
      const remainingItems = items.filter(item => !exclude.includes(item) && !exclude.includes(file));
      itemsByFile.set(file, [...new Set([...(itemsByFile.get(file) ?? []), ...remainingItems])]);
    }
    return [...itemsByFile];
  }

  async #run(request: TestRunRequest, base: string | null): Promise<void> {
    const run = this.#controller.createTestRun(request);
    for (const [file, items] of this.#files(request)) {
      for (const item of items) run.started(item);
      const parameters: JudgeParams = { uri: file.id, ...(base !== null && { base }) };
      const judgement = await this.#session.ask<Judgement>(requests.judge, parameters, run.token);
      for (const item of items) {
        const verdict = judgement?.verdicts.find(({ text }) => text === item.label);
        if (verdict?.holds) {
          run.appendOutput(`${item.label}: ${verdict.evidence}\r\n`, undefined, item);
          run.passed(item);
        } else if (verdict) run.failed(item, messageAt(item, verdict.because ?? 'the assertion is not met'));
        else
          run.errored(item, messageAt(item, judgement?.problem ?? 'Preflight could not answer; its output says why'));
      }
    }
    run.end();
  }
}

function messageAt({ uri, range }: TestItem, text: string): TestMessage {
  const message = new TestMessage(text);
  if (uri && range) message.location = new Location(uri, range);
  return message;
}
