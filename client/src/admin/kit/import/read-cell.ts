import { westernDigits } from '@/admin/kit/form/numbers';
import { fromMoroccoField } from '@/admin/kit/morocco-time';
import { fold } from '@/shared/i18n/fold';

/** The key that one of its words names; undefined for a word that is not known. */
export const keyFor = <Key extends string>(
  words: Readonly<Record<Key, readonly string[]>>,
  keys: readonly Key[],
  text: string,
): Key | undefined => {
  const wanted = fold(text);
  return keys.find((key) => key === text || words[key].some((word) => fold(word) === wanted));
};

const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})$/;
const yearFirst =
  /^(?<year>(?:19|20)\d{2})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{1,2}):(?<minute>\d{2})(?::[\d.]+)?)?$/;
const dayFirst =
  /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>(?:19|20)\d{2})(?:[ ,]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2})?)?$/;

/**
 * A date, with or without a time: year first, or day first, as the exports write it. Without an offset it is
 * in Morocco; without a time it is midnight. Null if it is no date from 1900 to 2099.
 */
export function dateIn(text: string): Date | null {
  if (zoned.test(text)) {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? null : date;
  }
  const western = westernDigits(text);
  const parts = (yearFirst.exec(western) ?? dayFirst.exec(western))?.groups;
  if (parts === undefined) return null;
  const two = (name: string) => (parts[name] ?? '').padStart(2, '0');
  const day = `${two('year')}-${two('month')}-${two('day')}`;
  // 31/02 is no date, though Date takes it for one.
  const utc = new Date(`${day}T${two('hour')}:${two('minute')}:00Z`);
  if (Number.isNaN(utc.getTime()) || utc.toISOString().slice(0, 10) !== day) return null;
  const iso = fromMoroccoField(`${day}T${two('hour')}:${two('minute')}`);
  return iso === null ? null : new Date(iso);
}
