const quotation = /["“„«]([^"“”„»«]*)["“”»]/g;
/** A name alone is nothing to say. */
const hasQuotation = (text: string): boolean =>
  [...text.matchAll(quotation)].some(([, inside]) => /\S\s+\S/.test(inside!));

/** Phrases that only occur in an order to say something; any other text may be a note to the model. */
const speech = new RegExp(
  [
    String.raw`\b(?:good[- ]?bye|bye|farewell|thank(?:s|ing)?|apologi[sz]e|(?:tell|inform|wish) (?:them|him|her|the))\b`,
    String.raw`\b(?:verabschied|bedank|danke|auf wieder|tschüss|entschuldige dich)`,
    String.raw`\b(?:desp[ií]de|gracias|agradec|adi[oó]s|obrigad|remerci|merci\b|au revoir|ringrazi|grazie|arrivederci)`,
  ].join('|'),
  'i',
);
const denial = /\b(?:no|not|never|without|nicht|nie|kein\w*|ohne|sin|sans|pas|não|non|senza)\b|n['’]t\b/i;
/** No sentence is longer. */
const LONGEST = 300;
/** Whether the sentence denies what comes next. */
export const isDenied = (before: string): boolean =>
  denial.test(
    before
      .slice(-LONGEST)
      .split(/[.!?\n]/)
      .at(-1)!,
  );

/**
 * What a text asks the agent to say: `words` contains the words, `request` only asks to say something; `undefined` for
 * everything else, such as "End the call.", in any language.
 */
export function speechIn(text: string, isStatic: boolean): 'words' | 'request' | undefined {
  const match = speech.exec(text),
    isAsked = match !== null && !isDenied(text.slice(0, match.index));
  if (hasQuotation(text) || (isStatic && (isAsked || isSentence(text)))) return 'words';
  return isAsked ? 'request' : undefined;
}

const isSentence = (text: string): boolean => /[.!?…]["”]?\s*$/.test(text) && text.trim().split(/\s+/).length > 3;
