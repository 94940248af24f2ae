// Prints at the end which files Node has loaded, and which scripts it has compiled from text: `node -r loaded-files.cjs …`.
const { basename } = require('node:path');
const vm = require('node:vm');

const scripts = [];
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    scripts.push(options.filename);
  }
};
process.on('exit', () => console.log([...Object.keys(require.cache), ...scripts].map(file => basename(file)).join()));
