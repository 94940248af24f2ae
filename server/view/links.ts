/** The URL of the repository's pages, ending in `/`; empty while package.json names no repository. */
const pagesUrl = '';

/** The documentation of a rule: absolute if the pages have a URL, otherwise relative to the package. */
export const ruleLink = (rule: string): string => `${pagesUrl}rules/${rule}.md`;
/**
 * The absolute URL of a rule's page; undefined if there is none, because a relative URL cannot be used outside the
 * package.
 */
export const ruleAddress = (rule: string): string | undefined => (pagesUrl === '' ? undefined : ruleLink(rule));
