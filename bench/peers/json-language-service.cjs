// A command for VS Code's JSON language service: checks a folder and prints each finding with its place on a line.
const { readdirSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [folder, corpus] = process.argv.slice(2);
const { getLanguageService, TextDocument } = createRequire(join(folder, 'package.json'))('vscode-json-languageservice');
const service = getLanguageService({});
const uri = 'preflight://schema.json';
service.configure({
  schemas: [{ uri, fileMatch: ['*'], schema: JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8')) }],
});

(async () => {
  const lines = [];
  for (const entry of readdirSync(corpus, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const document = TextDocument.create(`file://${file}`, 'json', 0, readFileSync(file, 'utf8'));
    const problems = await service.doValidation(document, service.parseJSONDocument(document));
    for (const { range, message } of problems)
      lines.push(`${file}:${range.start.line + 1}:${range.start.character + 1} ${message}`);
  }
  if (lines.length > 0) console.log(lines.join('\n'));
})();
