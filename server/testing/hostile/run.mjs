// Attacks `preflight serve` as it is built, over real sockets.
//   npm run test:hostile -- [--requests 2000] [--seed 1]
import { fileURLToPath } from 'node:url';
import { load } from '../../build/load.mjs';

const { attack } = await load("export { attack } from './server/testing/hostile/main.ts';");
try {
  process.exitCode = await attack(fileURLToPath(new URL('../../../', import.meta.url)), process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
