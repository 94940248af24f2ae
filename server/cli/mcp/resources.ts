import { readdirSync } from 'node:fs';
import { ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../core/json/json.ts';
import { readRegularFile } from '../../state/regular-file.ts';
import { packageFile } from '../terminal/package-file.ts';

const schema = 'preflight://schemas/preflight-config';

/**
 * Adds the resources of the package: pages of rules, the schema of the configuration, and an example of each shape.
 * @param samplesOf returns values without mistakes, by shape
 */
export function addResources(server: McpServer, samplesOf: () => Promise<JsonObject>): void {
  const addTemplate = (kind: string, description: string, mimeType: string, texts: Texts): void => {
    const uriOf = (name: string): string => `preflight://${kind}/${name}`;
    const list = async () => ({
      resources: [...(await texts()).keys()].map(name => ({ uri: uriOf(name), name, mimeType })),
    });
    const template = new ResourceTemplate(uriOf('{name}'), { list });
    server.registerResource(kind, template, { description, mimeType }, async (uri, { name }) => {
      const text = (await texts()).get(String(name));
      if (text === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType, text: text() }] };
    });
  };
  addTemplate('rules', 'What a rule reports and why, with examples', 'text/markdown', async () => rulePages());
  addTemplate('samples', 'A correct value of a shape', 'application/json', async () => {
    const values = Object.entries(await samplesOf());
    return new Map(values.map(([shape, value]) => [shape, () => JSON.stringify(value, undefined, 2)]));
  });
  const mimeType = 'application/schema+json',
    details = { description: 'JSON Schema of preflight.config.json', mimeType };
  server.registerResource('preflight-config', schema, details, () => {
    const text = textOf('dist/schemas/preflight-config.schema.json');
    return { contents: [{ uri: schema, mimeType, text }] };
  });
}
type Texts = () => Promise<ReadonlyMap<string, () => string>>;

const rulePages = (): ReadonlyMap<string, () => string> =>
  new Map(
    readdirSync(packageFile('rules'))
      .filter(file => file.endsWith('.md') && file !== 'README.md')
      .map(file => [file.slice(0, -3), () => textOf(`rules/${file}`)]),
  );

// packages may be installed as links, so links are allowed here
const textOf = (name: string): string => readRegularFile(packageFile(name), { links: 'any' }).toString('utf8');
