import { cityKey } from '@/shared/i18n/city';
import { languages, type Language } from '@/shared/i18n/language';

/** Delivery time in working days. `city` is one place, or several separated by commas. */
export type DeliveryPlace = { city: Record<Language, string>; days: [from: number, to: number] };

type Days = DeliveryPlace['days'];

/**
 * The delivery time to a city, typed in any of the languages, in whichever the place is named. The last place of the list stands for
 * all other cities. For an empty text: the range from the fastest to the slowest.
 */
export function daysTo(typed: string, places: DeliveryPlace[]): Days | undefined {
  const city = cityKey(typed);
  if (city === '') return allDays(places);
  const named = places.find((place) => citiesOf(place).includes(city));
  return (named ?? places.at(-1))?.days;
}

/** "1-2", or "1" if both ends are equal. */
export const rangeOf = ([from, to]: Days): string => (from === to ? String(from) : `${from}-${to}`);

function allDays(places: DeliveryPlace[]): Days | undefined {
  if (places.length === 0) return undefined;
  const days = places.map((place) => place.days);
  return [Math.min(...days.map(([from]) => from)), Math.max(...days.map(([, to]) => to))];
}

const citiesOf = ({ city }: DeliveryPlace): string[] =>
  languages.flatMap((language) => city[language].split(/[,،]/)).map(cityKey);
