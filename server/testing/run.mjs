// Runs what takes longer than a test may, `npm run test:NAME -- OPTIONS`:
//   fuzz     feeds the product broken files and checks the invariants that must hold for any text:
//            [--cases 10000] [--first 0] [--seed 1] [--share 1/2] [--ways bytes,typos]
//            PREFLIGHT_CORPUS=folder           files of that folder are mutated beside those of the samples
//            PREFLIGHT_JSON_TEST_SUITE=folder  a checkout of nst/JSONTestSuite is read first
//   hostile  attacks `preflight serve` as it is built, over real sockets: [--requests 2000] [--seed 1]
//   hostile-repositories  by way of .ci/hostile-repositories, which says what it takes
import { fileURLToPath } from 'node:url';
import { load } from '../build/load.mjs';

const [name, ...args] = process.argv.slice(2);
const { main } = await load(`export { main } from './server/testing/${name}/main.ts';`);
try {
  process.exitCode = await main(fileURLToPath(new URL('../../', import.meta.url)), args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
