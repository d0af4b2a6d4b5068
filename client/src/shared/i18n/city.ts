import { foldName } from '@/shared/i18n/fold';
import cities from './cities.json';
import type { Language } from './language';

/** The cities of Morocco, the largest first, with their usual names; `also` has other spellings. */
type City = Record<Language, string> & { also?: string[] };
const all: City[] = cities;

const keyOf = (city: City): string => foldName(city.fr);

const keys = new Map(
  all.flatMap((city) =>
    [city.en, city.fr, city.ar, ...(city.also ?? [])].map((name) => [foldName(name), keyOf(city)]),
  ),
);
const byKey = new Map(all.map((city) => [keyOf(city), city]));

/**
 * The key of a city, for comparison: Fès, FEZ and فاس are one, by the folded French name. The database compares in the same way (private.city_key in
 * schema/0006_book_orders.sql); policies/book_order_search_test.go reads cities.json too.
 */
export function cityKey(written: string): string {
  const name = foldName(written);
  return keys.get(name) ?? name;
}

/** The name of a Moroccan city in a language; any other place as it is written. */
export const cityName = (written: string, language: Language): string =>
  byKey.get(cityKey(written))?.[language] ?? written;

/** The names of all Moroccan cities. */
export const cityNames = (language: Language): string[] => all.map((city) => city[language]);
