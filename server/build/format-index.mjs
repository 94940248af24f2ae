// Writes server/printers/formats/index.ts from the files beside it, so that a new format is one new file.
import { readdirSync } from 'node:fs';

export const formatIndexFile = new URL('../printers/formats/index.ts', import.meta.url);

export function formatIndex() {
  const names = readdirSync(new URL('.', formatIndexFile))
    .filter(name => /^[a-z]+\.ts$/.test(name) && name !== 'index.ts')
    .map(name => name.slice(0, -3))
    .sort();
  return `// Generated from the files of this folder by \`npm run generate\`.
import type { ReportFormat } from '../report.ts';
${names.map(name => `import ${name} from './${name}.ts';`).join('\n')}

const found = { ${names.join(', ')} };
export type FormatName = keyof typeof found;
/** The formats of \`preflight lint --format\`. */
export const formats: Readonly<Record<FormatName, ReportFormat>> = found;
export const isFormat = (name: string): name is FormatName => Object.hasOwn(formats, name);
`;
}
