// What no linter in Node can go below: find every JSON file of a folder, read it, JSON.parse it, forget it.
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
