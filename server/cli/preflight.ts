import { main, processIo } from './main.ts';

main(process.argv.slice(2), processIo()).then(code => { process.exitCode = code; });
