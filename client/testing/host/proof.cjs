// Runs the suite in the extension host, and writes a file as proof that the suite was finished.
const { writeFileSync } = require('node:fs');

exports.run = async () => {
  await require(process.env.EDITOR_HOST_TESTS).run();
  writeFileSync(process.env.EDITOR_HOST_PROOF, '');
};
