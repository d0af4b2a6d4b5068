/** Locale data of the formatters. The build takes it from Node (build/intl-tables.ts). */
export type IntlTables = {
  /** January first. */
  months: Record<string, string[]>;
  regions: Record<string, Record<string, string>>;
  languages: Record<string, Record<string, string>>;
};

type DateOptions = { timeZone?: string; month?: string };
type NameOptions = { type: string };

/**
 * The part of Intl that public pages use, with the same results as a browser's. Anything else throws, so that a page
 * is not rendered with another text than the browser's.
 */
export function intlOf(tables: IntlTables) {
  return {
    DateTimeFormat: class {
      readonly #months: string[] | undefined;

      constructor(locale: string, options: DateOptions = {}) {
        refuseOthers(options, ['timeZone', 'month']);
        if (options.timeZone !== 'UTC') throw new Error('a page has dates of UTC only');
        if (options.month === undefined && locale !== 'en-GB')
          throw new Error(`no dates: ${locale}`);
        this.#months = options.month === 'long' ? known(tables.months, locale) : undefined;
      }

      format(date: Date): string {
        if (this.#months !== undefined) return this.#months[date.getUTCMonth()] ?? '';
        const two = (value: number) => String(value).padStart(2, '0');
        return `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`;
      }
    },

    DisplayNames: class {
      readonly #names: Record<string, string>;

      constructor(locale: string, { type }: NameOptions) {
        this.#names = known(type === 'region' ? tables.regions : tables.languages, locale);
      }

      of(code: string): string | undefined {
        return this.#names[code];
      }
    },

    PluralRules: class {
      readonly #rule: PluralRule;

      constructor(locale: string, { type = 'cardinal' }: { type?: string } = {}) {
        if (type !== 'cardinal') throw new Error(`no ${type} numbers`);
        this.#rule = known(plurals, locale);
      }

      select(count: number): string {
        return this.#rule.select(count);
      }

      resolvedOptions() {
        return { pluralCategories: this.#rule.categories };
      }
    },
  };
}

function known<T>(table: Record<string, T>, locale: string): T {
  const found = table[locale];
  if (found === undefined) throw new Error(`no locale ${locale}`);
  return found;
}

function refuseOthers(options: object, names: string[]): void {
  const other = Object.keys(options).find((name) => !names.includes(name));
  if (other !== undefined) throw new Error(`no option ${other}`);
}

type PluralRule = { categories: string[]; select: (count: number) => string };

// CLDR 48, https://www.unicode.org/cldr/charts/48/supplemental/language_plural_rules.html. intl.test.ts compares.
const plurals: Record<string, PluralRule> = {
  en: { categories: ['one', 'other'], select: (count) => (count === 1 ? 'one' : 'other') },
  fr: {
    categories: ['one', 'many', 'other'],
    select: (count) => {
      if (Math.abs(count) < 2) return 'one';
      return count % 1_000_000 === 0 ? 'many' : 'other';
    },
  },
  ar: {
    categories: ['zero', 'one', 'two', 'few', 'many', 'other'],
    select: (count) => {
      const size = Math.abs(count);
      if (size <= 2) return ['zero', 'one', 'two'][size] ?? 'other';
      const rest = size % 100;
      if (!Number.isInteger(rest)) return 'other';
      if (rest >= 3 && rest <= 10) return 'few';
      return rest >= 11 ? 'many' : 'other';
    },
  },
};
