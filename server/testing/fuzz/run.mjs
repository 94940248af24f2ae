// Feeds the product broken files and checks the invariants that must hold for any text.
//   npm run test:fuzz -- [--cases 10000] [--first 0] [--seed 1] [--share 1/2]
//   PREFLIGHT_CORPUS=folder           files of that folder are mutated beside those of the samples
//   PREFLIGHT_JSON_TEST_SUITE=folder  a checkout of nst/JSONTestSuite is read first
import { fileURLToPath } from 'node:url';
import { load } from '../../build/load.mjs';

const { fuzz } = await load("export { fuzz } from './server/testing/fuzz/main.ts';");
try {
  process.exitCode = await fuzz(fileURLToPath(new URL('../../../', import.meta.url)), process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
