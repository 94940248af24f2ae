// Creates the files of a rule and adds it to the index: `npm run new-rule -- <id>`. Its test fails until its example
// shows a finding.
import { existsSync, writeFileSync } from 'node:fs';

const [id, ...otherArgs] = process.argv.slice(2);
const refuse = message => {
  console.error(message);
  process.exit(2);
};
if (id === undefined || otherArgs.length > 0)
  refuse('usage: npm run new-rule -- <id>, for example npm run new-rule -- silent-agent');
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
  refuse(`"${id}" is not in kebab case: lower-case words with dashes, as in silent-agent`);
if (/^(no|valid|require|use|disallow)-/.test(id))
  refuse(`"${id}" should name the defect, so that "allow ${id}" reads well: without "${id.split('-')[0]}-"`);
const file = new URL(`../../rules/${id}.ts`, import.meta.url);
if (existsSync(file) || id === 'index') refuse(`rules/${id}.ts already exists`);

writeFileSync(
  file,
  `import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: '${id}',
  group: 'values',
  severity: 'warning',
  spec: 'DESCRIBE the heading of the specification that states it, or "domain"',
  clause: 'Agent settings: DESCRIBE the sentence in short; leave this line out with "domain"',
  at: { 'agent-settings': '/agent_name' },

  check(node) {
    // returns a problem, several, or nothing: { message: 'agent_name must …, is …, so …' }
    return undefined;
  },
});
`,
);
writeFileSync(
  new URL(`../../rules/${id}.md`, import.meta.url),
  `# ${id}

DESCRIBE what is wrong, in one sentence.

DESCRIBE what the platform does with such a file, why it hurts, and what to do.

\`\`\`text
-- desk.agent.json --
{ "agent_name": "WRITE only what the rule looks at; DRAW carets below the exact characters, and the message: ^^^^ warning: …" }
\`\`\`

## Fine

\`\`\`text
-- desk.agent.json --
{ "agent_name": "DRAW the near misses that must stay silent" }
\`\`\`
`,
);
await import('./generate.mjs');
console.log(`rules/${id}.ts and rules/${id}.md are written.
Fill it in, then: RULES=${id} npx vitest run rules
Then break a file of samples/broken with it, and: npm run docs && npx vitest run --project short samples -u
CONTRIBUTING.md says how.`);
