// The lower bound for any linter in Node: finds every JSON file in a folder, reads it, parses it with JSON.parse and discards it.
import { readdirSync, readFileSync } from 'node:fs';

let files = 0;
const walk = folder => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) walk(path);
    else if (entry.name.endsWith('.json')) {
      JSON.parse(readFileSync(path, 'utf8'));
      files++;
    }
  }
};
walk(process.argv[2]);
console.log(files);
