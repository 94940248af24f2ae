import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'unresolved-extends',
  group: 'configuration',
  severity: 'error',
  summary: 'The configuration extends a file that cannot be used.',
  why: `
    \`extends\` names a file by its path from the file that states it (\`./base.json\`), or a file of a package in
    \`node_modules\`. It must be there, must not lead back to a file that extends it, and must lie in the workspace: the
    checkout, or the folder of the configuration. Links that lead out are refused. The message shows the chain of files.
  `,
  spec: 'Preflight configuration',
  met: 'configuration',
  examples: {
    invalid: [
      {
        files: files`
        -- preflight.config.json --
        {
          "extends": ["./gone.json"]
                      ^^^^^^^^^^^^^ extends: there is no file "./gone.json" (preflight.config.json → ./gone.json)
        }
      `,
      },
    ],
    valid: [
      files`
      -- preflight.config.json --
      { "rules": { "group:style": "off" } }
    `,
    ],
  },
});
