import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { include: ['{server,rules,schemas,samples}/**/*.test.ts'], testTimeout: 60_000 } });
