// Runs the suite in the extension host and leaves proof that it was finished.
const { writeFileSync } = require('node:fs');

exports.run = async () => {
  await require(process.env.EDITOR_HOST_TESTS).run();
  writeFileSync(process.env.EDITOR_HOST_PROOF, '');
};
