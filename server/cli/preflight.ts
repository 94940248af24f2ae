import { main } from './main.ts';
import { processIo } from './terminal/process-io.ts';

const end = (code: number): void => {
  process.exitCode = code;
};
// throws if not even standard error can be written
main(process.argv.slice(2), processIo()).then(end, () => end(3));
