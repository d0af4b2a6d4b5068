import type { Language } from '../../i18n/language';

// Words that are frequent in one of the two languages and are none in the other.
const french =
  /(?<![\p{L}'’])(le|la|les|des|du|une|et|est|pour|vous|nous|je|que|qui|avec|dans|votre|notre|nos|vos|bonjour|merci|cordialement|conférence|entreprise|bonsoir|j['’]|l['’]|d['’]|c['’]|n['’]|qu['’])(?![\p{L}])|[àâçèêëîïôùûœ]/giu;
const english =
  /(?<![\p{L}'’])(the|and|is|are|for|you|your|we|our|i|would|like|to|of|in|with|hello|hi|thank|thanks|regards|please|this|that|it|will)(?![\p{L}])/giu;

const count = (text: string, words: RegExp) => text.match(words)?.length ?? 0;

/**
 * The language that a sender most likely writes: the script decides for Arabic, frequent words between
 * French and English, and English where nothing does. A guess: whoever answers may choose another.
 */
export function senderLanguage(text: string): Language {
  const letters = count(text, /\p{L}/gu);
  if (count(text, /\p{Script=Arabic}/gu) * 3 > letters) return 'ar';
  return count(text, french) > count(text, english) ? 'fr' : 'en';
}
