import type { SortBy } from '@/admin/kit/rows/use-page-of-rows';
import type { Language } from '@/shared/i18n/language';
import type words from '@/shared/i18n/en/admin-content.json';
import type { ColumnOf, Insert, Row } from '@/shared/api/rows';

type Words = typeof words;

/** The content tables: texts in three languages that the site shows when published. */
export type ContentTable = keyof Words['tables'];
export type ContentRow<T extends ContentTable = ContentTable> = Row<T>;

type FieldKey = keyof Words['fields'];
export type Option = keyof Words['options'];
export type Group = keyof Words['groups'];
export type SortKey = keyof Words['list']['sorts'];

type Column<T extends ContentTable> = keyof Row<T> & FieldKey;
// The column name without its language: title of title_en, title_fr and title_ar.
type StemIn<Name> = Name extends `${infer Bare}_fr` ? Bare & FieldKey : never;
type Stem<T extends ContentTable> = StemIn<keyof Row<T>>;

type Named<Name extends string> = {
  name: Name;
  /** Marks the field as required in the form; `required` is enforced by the database. */
  markRequired?: boolean;
};
type Text = {
  /** Characters. */
  max: number;
  required?: boolean;
  /** The stored value of an empty text: null if the column is nullable; defaults to ''. */
  empty?: null;
};

/** A field of the form. Its label is the message `fields.<name>`; its column is its name. */
export type Field<Name extends string = FieldKey, Texts extends string = FieldKey> =
  | (Named<Name> & Text & { kind: 'text'; ltr?: boolean })
  /** A slug, derived from an English text while it is empty and the row is new. */
  | (Named<Name> & { kind: 'slug'; from: Texts })
  | (Named<Name> & { kind: 'flag' })
  /** `empty` is the stored value of an empty input; without it a number is required. */
  | (Named<Name> & {
      kind: 'number';
      min: number;
      max: number;
      empty?: number;
      initial?: () => number;
    })
  | (Named<Name> & { kind: 'date' })
  | (Named<Name> & { kind: 'choice'; options: readonly Option[] })
  | (Named<Name> & { kind: 'switch'; initial: boolean })
  | (Named<Name> & { kind: 'link' })
  /**
   * A picture URL with preview, and its alternative text in three languages. A required one may be empty if a picture of
   * the library is chosen.
   */
  | (Named<Name> & { kind: 'picture'; alt: Texts })
  /** A picture of the library. `orUrl` names a required URL field that it replaces. */
  | (Named<Name> & { kind: 'libraryPicture'; orUrl?: Name })
  /**
   * `plain`: the English text's column is the bare name, as in route, route_fr, route_ar. A required text is required in
   * `requiredIn`, by default in English, which the others fall back to.
   */
  | (Named<Texts> &
      Text & {
        kind: 'languages';
        rows?: number;
        plain?: boolean;
        requiredIn?: readonly Language[];
      })
  /** A list of `count` texts, one array column per language; required in English. */
  | (Named<Texts> & { kind: 'list'; count: number; max: number });

export type FieldOf<T extends ContentTable> = Field<Column<T>, Stem<T>>;

/** A fact shown beside the title of a row. */
export type Fact =
  | { kind: 'text'; text: string }
  /** A text in three languages, cut to a line. */
  | { kind: 'quote'; text_en: string; text_fr: string; text_ar: string }
  | { kind: 'metres'; value: number }
  | { kind: 'year'; value: number }
  | { kind: 'date'; iso: string }
  | { kind: 'option'; option: Option }
  | { kind: 'country'; code: string | null; name: string }
  | { kind: 'mark'; mark: 'attempt' | 'featured' | 'sample' };

/** The description of a content table, from which its screen is generated. */
export type Content<T extends ContentTable> = {
  table: T;
  /** The column of the title, in three languages, or a single column. */
  title: Stem<T> | Column<T>;
  fields: Partial<Record<Group, readonly FieldOf<T>[]>>;
  facts: (row: Row<T>) => readonly Fact[];
  /** A picture for the row, where it has one. */
  picture?: (row: Row<T>) => string | null;
  /** Whether a row has a gallery of pictures: an expedition. */
  gallery?: true;
  /** The order of the rows from the server: by place or by date. */
  order: SortBy<ColumnOf<T>>;
  /** The sorts; the first is the default. Rows can be dragged while sorted by `display_order`. */
  sorts: readonly [SortKey, ...SortKey[]];
  /** The choice field whose options are tabs, with counts. */
  tabs?: Column<T>;
  /** Place on the site. */
  place: (row: Row<T>) => string;
};

/** The options of the tabs; empty without tabs. */
export function tabsOf<T extends ContentTable>(content: Content<T>): readonly Option[] {
  const fields: Field[] = fieldsOf(content);
  const field = fields.find(({ name }) => name === content.tabs);
  return field?.kind === 'choice' ? field.options : [];
}

/** The year that a new row begins with. */
export const thisYear = (): number => new Date().getFullYear();

/** The insert that a form makes. */
export type Values<T extends ContentTable> = Insert<T>;

/** The value of a column, by a dynamic name. */
export const valueIn = (row: object, column: string): unknown =>
  (row as Record<string, unknown>)[column];

/** The text of a column; '' for null and other types. */
export function textIn(row: object, column: string): string {
  const value = valueIn(row, column);
  return typeof value === 'string' ? value : '';
}

type TranslatedField = { name: string; plain?: boolean };

/** The column that holds a text in a language. */
export const columnFor = ({ name, plain = false }: TranslatedField, language: Language): string =>
  plain && language === 'en' ? name : `${name}_${language}`;

/** All fields of a table, group after group. */
export const fieldsOf = <T extends ContentTable>({ fields }: Content<T>): FieldOf<T>[] =>
  Object.values(fields).flat();
