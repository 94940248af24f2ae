import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'unresolved-extends',
  group: 'configuration',
  severity: 'error',
  summary: 'The configuration extends a file that cannot be used.',
  why: `
    \`extends\` names a file by its path from the file that states it (\`./base.json\`), or a file of a package in
    \`node_modules\`. The file must exist, must not extend a file that extends it, and must be in the workspace: the
    checkout, or the folder of the configuration. Symbolic links that lead out are refused. The message shows the
    chain of files.
  `,
  spec: 'Preflight configuration',
  met: 'configuration',
  examples: {
    invalid: files`
      -- preflight.config.json --
      { "extends": ["./gone.json"] }
                    ^^^^^^^^^^^^^ extends: there is no file "./gone.json" (preflight.config.json → ./gone.json)
    `,
    valid: files`
      -- preflight.config.json --
      { "rules": { "group:style": "off" } }
    `,
  },
});
