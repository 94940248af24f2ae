// The index says what is staged, deletions included, so no names are handed over.
export default { '*.{json,jsonc}': () => 'preflight lint --staged' };
