import { languages, type Language } from '@/shared/i18n/language';
import { hasEveryWord } from '@/shared/i18n/fold';
import {
  columnFor,
  fieldsOf,
  textIn,
  valueIn,
  type Content,
  type ContentRow,
  type ContentTable,
  type Field,
} from './content';
import { alternative } from './content-values';

/** The view of a list. All rows are in the browser, so a change needs no request. */
export type ContentQuery = {
  search: string;
  status: 'published' | 'draft' | undefined;
  missing: Language | undefined;
  tab: string | undefined;
  sort: string;
};

/** The languages that lack a text which another language has. */
export function gapsOf<T extends ContentTable>(content: Content<T>, row: object): Language[] {
  const fields = fieldsOf(content).flatMap(translatedFields);
  const present = fields.map((field) =>
    languages.filter((language) => hasText(field, row, language)),
  );
  return languages.filter((language) =>
    present.some((filled) => filled.length > 0 && !filled.includes(language)),
  );
}

type TranslatedField = { name: string; plain?: boolean };

function translatedFields(field: Field): TranslatedField[] {
  if (field.kind === 'languages' || field.kind === 'list') return [field];
  return field.kind === 'picture' ? [alternative(field)] : [];
}

function hasText(field: TranslatedField, row: object, language: Language): boolean {
  const value = valueIn(row, columnFor(field, language));
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value.trim() !== '';
}

/** The title of a row, in a language or else in English. */
export function titleOf<T extends ContentTable>(
  { title }: Content<T>,
  row: object,
  language: Language,
): { text: string; lang: Language | undefined } {
  if (`${title}_en` in row) {
    const own = textIn(row, `${title}_${language}`);
    return own.trim() === ''
      ? { text: textIn(row, `${title}_en`), lang: 'en' }
      : { text: own, lang: language };
  }
  return { text: textIn(row, title), lang: undefined };
}

/** The filtered and sorted rows. */
export function shownRows<T extends ContentTable>(
  content: Content<T>,
  rows: readonly ContentRow<T>[],
  query: ContentQuery,
  language: Language,
): ContentRow<T>[] {
  return rows
    .filter((row) => fits(content, row, query))
    .toSorted((a, b) => compare(content, a, b, query.sort, language));
}

function fits<T extends ContentTable>(
  content: Content<T>,
  row: ContentRow<T>,
  { search, status, missing, tab }: ContentQuery,
): boolean {
  return (
    (status === undefined || row.published === (status === 'published')) &&
    (missing === undefined || gapsOf(content, row).includes(missing)) &&
    (tab === undefined || content.tabs === undefined || textIn(row, content.tabs) === tab) &&
    isFound(row, search)
  );
}

/** Whether the row contains each word of the search, in any language, ignoring accents. */
function isFound(row: object, search: string): boolean {
  const { id: _id, ...columns } = { id: '', ...row };
  return hasEveryWord(Object.values(columns).flat().join('\n'), search);
}

function compare<T extends ContentTable>(
  content: Content<T>,
  a: ContentRow<T>,
  b: ContentRow<T>,
  sort: string,
  language: Language,
): number {
  if (sort === 'title') {
    const [first, second] = [titleOf(content, a, language), titleOf(content, b, language)];
    return first.text.localeCompare(second.text, language);
  }
  const column = sort.replace(/^-/, '');
  const order = byValue(valueIn(a, column), valueIn(b, column)) * (sort === column ? 1 : -1);
  return order === 0 ? byValue(a.id, b.id) : order;
}

function byValue(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [first, second] = [String(a), String(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** The number of rows of each tab, with all other filters applied. */
export function tabCounts<T extends ContentTable>(
  content: Content<T>,
  rows: readonly ContentRow<T>[],
  query: ContentQuery,
): (tab: string | undefined) => number {
  const { tabs } = content;
  const others = rows.filter((row) => fits(content, row, { ...query, tab: undefined }));
  return (tab) =>
    others.filter((row) => tab === undefined || tabs === undefined || textIn(row, tabs) === tab)
      .length;
}
