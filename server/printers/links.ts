/** Address under which the pages of this repository can be read, ending in `/`. Empty as long as package.json names no repository. */
const pagesUrl = '';

const rulesPage = 'rules/README.md';

/** Where a rule is documented: absolute if the pages have an address, else relative to the package. */
export const ruleLink = (rule: string): string => `${pagesUrl}${rulesPage}#${rule}`;
/** The address, where the pages have one: what has none is no link for whoever has not got this repository. */
export const ruleAddress = (rule: string): string | undefined => (pagesUrl === '' ? undefined : ruleLink(rule));
