/** Splits a template into words and keeps backslashes, so that fragments of broken texts need no quotes. */
export const words = ({ raw }: TemplateStringsArray): string[] => raw.join('').trim().split(/\s+/);
