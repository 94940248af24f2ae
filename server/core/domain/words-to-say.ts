const quotation = /["“„«]([^"“”„»«]*)["“”»]/g;
/** Whether a text quotes more than a name. */
const hasQuotation = (text: string): boolean =>
  [...text.matchAll(quotation)].some(([, content]) => /\S\s+\S/.test(content!));

/** Phrases that occur only in an order to say something; any other text may be a note to the model. */
const speech = new RegExp(
  [
    String.raw`\b(?:good[- ]?bye|bye|farewell|thank(?:s|ing)?|apologi[sz]e|(?:tell|inform|wish) (?:them|him|her|the))\b`,
    String.raw`\b(?:verabschied|bedank|danke|auf wieder|tschüss|entschuldige dich)`,
    String.raw`\b(?:desp[ií]de|gracias|agradec|adi[oó]s|obrigad|remerci|merci\b|au revoir|ringrazi|grazie|arrivederci)`,
  ].join('|'),
  'i',
);
const denial = /\b(?:no|not|never|without|nicht|nie|kein\w*|ohne|sin|sans|pas|não|non|senza)\b|n['’]t\b/i;
/** The maximum length of a sentence that is checked. */
const MAX_LENGTH = 300;
/** Whether a sentence negates what follows. @param before the text before it */
export const isDenied = (before: string): boolean =>
  denial.test(
    before
      .slice(-MAX_LENGTH)
      .split(/[.!?\n]/)
      .at(-1)!,
  );

/**
 * Whether a text asks the agent to say something: `words` if it contains the words, `request` if it only asks;
 * `undefined` for anything else, such as "End the call.", in any language.
 */
export function speechIn(text: string, isStatic: boolean): 'words' | 'request' | undefined {
  const match = speech.exec(text),
    isAsked = match !== null && !isDenied(text.slice(0, match.index));
  if (hasQuotation(text) || (isStatic && (isAsked || isSentence(text)))) return 'words';
  return isAsked ? 'request' : undefined;
}

const isSentence = (text: string): boolean => /[.!?…]["”]?\s*$/.test(text) && text.trim().split(/\s+/).length > 3;
