// Runs checks that take longer than tests may take: `npm run test:NAME -- OPTIONS`. The names:
//   fuzz     feeds Preflight broken files and checks the laws that must hold for any text:
//            [--cases 10000] [--first 0] [--seed 1] [--share 1/2] [--ways bytes,typos]
//            PREFLIGHT_CORPUS=folder           the files of this folder are mutated, too
//            PREFLIGHT_JSON_TEST_SUITE=folder  a checkout of nst/JSONTestSuite, whose files are read first
//   hostile  attacks the built `preflight serve` over real sockets: [--requests 2000] [--seed 1]
//   hostile-repositories  is started by .ci/hostile-repositories, which lists its options
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
