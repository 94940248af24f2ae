/** URL of the repository's pages, ending in `/`. Empty as long as package.json names no repository. */
const pagesUrl = '';

/** The documentation of a rule: absolute if the pages have a URL, otherwise relative to the package. */
export const ruleLink = (rule: string): string => `${pagesUrl}rules/${rule}.md`;
/** The absolute URL, if there is one: a relative URL is no use without the repository. */
export const ruleAddress = (rule: string): string | undefined => (pagesUrl === '' ? undefined : ruleLink(rule));
