import { main } from './main.ts';
import { processIo } from './terminal/process-io.ts';

const end = (code: number): void => {
  process.exitCode = code;
};
// only if standard error cannot be written
main(process.argv.slice(2), processIo()).then(end, () => end(3));
