// Preloaded with `node -r`: prints, at exit, the files that Node has loaded and the scripts that it has compiled from
// text.
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
