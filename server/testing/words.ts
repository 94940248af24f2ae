/** The words of a text, backslashes included: pieces of broken texts, which need no quotes of their own here. */
export const words = ({ raw }: TemplateStringsArray): string[] => raw.join('').trim().split(/\s+/);
