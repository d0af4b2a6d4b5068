import { describe, expect, it } from 'vitest';
import { cityKey, cityName, cityNames } from './city';
import { languages } from './language';

describe('a city', () => {
  it.each([
    ['Casablanca', 'casablanca'],
    [' casa ', 'casablanca'],
    ['الدار البيضاء', 'casablanca'],
    ['الدّار البيضاء', 'casablanca'],
    ['FEZ', 'fes'],
    ['فاس', 'fes'],
    ['طنجه', 'tanger'],
    ['Beni-Mellal', 'beni mellal'],
    ['بني  ملال', 'beni mellal'],
    ["M'diq", 'm diq'],
    ['Aït-Ourir', 'ait ourir'],
    ['', ''],
  ])('written %j is %j', (written, want) => {
    expect(cityKey(written)).toBe(want);
  });

  it('has a name in each language, by whichever name it is asked for', () => {
    for (const language of languages) {
      for (const other of languages) {
        const names = cityNames(other).map((name) => cityName(name, language));
        expect(names).toEqual(cityNames(language));
      }
    }
    expect(cityName('Aït Ourir', 'ar')).toBe('Aït Ourir');
  });
});
