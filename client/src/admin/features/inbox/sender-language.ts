import type { Language } from '@/shared/i18n/language';

// Frequent words of one language that do not exist in the other.
const french =
  /(?<![\p{L}'’])(le|la|les|des|du|une|et|est|pour|vous|nous|je|que|qui|avec|dans|votre|notre|nos|vos|bonjour|merci|cordialement|conférence|entreprise|bonsoir|j['’]|l['’]|d['’]|c['’]|n['’]|qu['’])(?![\p{L}])|[àâçèêëîïôùûœ]/giu;
const english =
  /(?<![\p{L}'’])(the|and|is|are|for|you|your|we|our|i|would|like|to|of|in|with|hello|hi|thank|thanks|regards|please|this|that|it|will)(?![\p{L}])/giu;

const count = (text: string, words: RegExp) => text.match(words)?.length ?? 0;

/**
 * Guesses the language of a message: Arabic by script, French or English by frequent words, English by
 * default. The admin may choose another.
 */
export function senderLanguage(text: string): Language {
  const letters = count(text, /\p{L}/gu);
  if (count(text, /\p{Script=Arabic}/gu) * 3 > letters) return 'ar';
  return count(text, french) > count(text, english) ? 'fr' : 'en';
}
