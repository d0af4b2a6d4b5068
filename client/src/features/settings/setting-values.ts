import type { Json } from '../../api/schema.gen';
import type { Language } from '../../i18n/language';

/** A text in the three languages of the site. */
export type Texts = Record<Language, string>;

/** What a setting holds, before anybody has looked. */
export type Value = Json | undefined;

/** A text that is not empty. */
export const asText = (value: Value) => (typeof value === 'string' && value !== '' ? value : null);
/** A number. */
export const asNumber = (value: Value) => (typeof value === 'number' ? value : null);

/** The members of an object; none where it is something else. */
export function asObject(value: Value): { [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** A text in three languages; the English one stands in for one that is missing. */
export function asTexts(value: Value): Texts | null {
  const { en, fr, ar } = asObject(value);
  const english = asText(en);
  if (english === null) return null;
  return { en: english, fr: asText(fr) ?? english, ar: asText(ar) ?? english };
}

/** Puts her name where a text says {{name}}. */
export function withName({ en, fr, ar }: Texts, name: Texts): Texts {
  const fill = (text: string, own: string) => text.replaceAll('{{name}}', own);
  return { en: fill(en, name.en), fr: fill(fr, name.fr), ar: fill(ar, name.ar) };
}
