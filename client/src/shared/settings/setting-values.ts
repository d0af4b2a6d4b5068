import type { Json } from '@/shared/api/schema.gen';
import type { Language } from '@/shared/i18n/language';

/** A text in the three languages of the site. */
export type Texts = Record<Language, string>;

/** The unparsed value of a setting. */
export type Value = Json | undefined;

/** A non-empty text, or null. */
export const asText = (value: Value) => (typeof value === 'string' && value !== '' ? value : null);
/** A number, or null. */
export const asNumber = (value: Value) => (typeof value === 'number' ? value : null);

/** An object; empty for any other value. */
export function asObject(value: Value): { [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** A text in three languages; English is the fallback of a missing one. */
export function asTexts(value: Value): Texts | null {
  const { en, fr, ar } = asObject(value);
  const english = asText(en);
  if (english === null) return null;
  return { en: english, fr: asText(fr) ?? english, ar: asText(ar) ?? english };
}

/** Replaces {{name}} in a text. */
export function withName({ en, fr, ar }: Texts, name: Texts): Texts {
  const fill = (text: string, own: string) => text.replaceAll('{{name}}', own);
  return { en: fill(en, name.en), fr: fill(fr, name.fr), ar: fill(ar, name.ar) };
}

/** Default name of the site. */
export const defaultWordmark = 'Altitude 8848';

/** Placeholder of {{name}} while brand.name is empty. In three languages, as each page shows all biographies. */
export const unnamed: Texts = { en: 'The mountaineer', fr: 'L’alpiniste', ar: 'متسلقة الجبال' };

/** A text, or another one where it is empty. */
export const orElse = (texts: Texts, other: Texts): Texts => ({
  en: texts.en || other.en,
  fr: texts.fr || other.fr,
  ar: texts.ar || other.ar,
});
