import {
  EventEmitter,
  FileSystemError,
  FileType,
  workspace,
  type FileChangeEvent,
  type FileSystemProvider,
} from 'vscode';

/** A file system of a few files in memory, like those of extensions. */
export function cellar(
  scheme: string,
  texts: Readonly<Record<string, string>>,
): { textOf(path: string): string; during<Result>(body: () => Promise<Result>): Promise<Result> } {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)] as const));
  const emitter = new EventEmitter<FileChangeEvent[]>();
  const isFolder = (path: string): boolean =>
    [...files.keys()].some(file => file.startsWith(`${path.replace(/\/$/, '')}/`));
  const refuse = (): never => {
    throw FileSystemError.NoPermissions();
  };
  const provider: FileSystemProvider = {
    onDidChangeFile: emitter.event,
    watch: () => ({ dispose: () => {} }),
    stat(uri) {
      const bytes = files.get(uri.path);
      if (!bytes && !isFolder(uri.path)) throw FileSystemError.FileNotFound(uri);
      return { type: bytes ? FileType.File : FileType.Directory, ctime: 0, mtime: 0, size: bytes?.length ?? 0 };
    },
    readDirectory: ({ path }) =>
      [...files.keys()]
        .filter(file => file.startsWith(`${path}/`))
        .map(file => [file.slice(path.length + 1), FileType.File]),
    readFile(uri) {
      const bytes = files.get(uri.path);
      if (!bytes) throw FileSystemError.FileNotFound(uri);
      return bytes;
    },
    writeFile({ path }, bytes) {
      files.set(path, Buffer.from(bytes));
    },
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  return {
    textOf: path => files.get(path)!.toString(),
    async during(body) {
      const registration = workspace.registerFileSystemProvider(scheme, provider);
      try {
        return await body();
      } finally {
        registration.dispose();
      }
    },
  };
}
