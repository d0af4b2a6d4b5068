import type { Insert, Row } from '../../api/rows';
import type { ColumnOf } from '../../admin/rows/any-table';
import type { SortBy } from '../../admin/rows/use-page-of-rows';
import type { Language } from '../../i18n/language';
import type words from '../../i18n/en/admin-content.json';

type Words = typeof words;

/** The tables of this kind: words in three languages that the site shows once they are published. */
export type ContentTable = keyof Words['tables'];
export type ContentRow<T extends ContentTable = ContentTable> = Row<T>;

type FieldKey = keyof Words['fields'];
export type Option = keyof Words['options'];
export type Group = keyof Words['groups'];
export type SortKey = keyof Words['list']['sorts'];

type Column<T extends ContentTable> = keyof Row<T> & FieldKey;
// What a text is called without its language: title of title_en, title_fr and title_ar.
type StemIn<Name> = Name extends `${infer Bare}_fr` ? Bare & FieldKey : never;
type Stem<T extends ContentTable> = StemIn<keyof Row<T>>;

type Named<Name extends string> = {
  name: Name;
  /** Marked for the eye and the ear; what the database refuses without is `needed`. */
  markRequired?: boolean;
};
type Text = {
  /** Characters. */
  max: number;
  required?: boolean;
  /** What is kept of an empty text: null where the column allows it; defaults to ''. */
  empty?: null;
};

/** A field of the form. Its words are `fields.<name>`; its column is its name. */
export type Field<Name extends string = FieldKey, Texts extends string = FieldKey> =
  | (Named<Name> & Text & { kind: 'text'; ltr?: boolean })
  /** Part of an address, made from an English text while it is empty and the row is new. */
  | (Named<Name> & { kind: 'slug'; from: Texts })
  | (Named<Name> & { kind: 'flag' })
  | (Named<Name> & { kind: 'number'; min: number; max: number; initial?: () => number })
  | (Named<Name> & { kind: 'date' })
  | (Named<Name> & { kind: 'choice'; options: readonly Option[] })
  | (Named<Name> & { kind: 'switch'; initial: boolean })
  | (Named<Name> & { kind: 'link' })
  /** An address of a picture, shown beside it, and what it shows in three languages. */
  | (Named<Name> & { kind: 'picture'; alt: Texts; required?: boolean })
  /** `plain`: the English text's column is the bare name, as in route, route_fr, route_ar. */
  | (Named<Texts> & Text & { kind: 'languages'; rows?: number; plain?: boolean })
  /** A list of just so many texts in a column per language; in English it is needed. */
  | (Named<Texts> & { kind: 'list'; count: number; max: number });

export type FieldOf<T extends ContentTable> = Field<Column<T>, Stem<T>>;

/** What is said of a row beside its title, in the order of the eye. */
export type Fact =
  | { kind: 'text'; text: string }
  /** A text in three languages, cut to a line. */
  | { kind: 'quote'; text_en: string; text_fr: string; text_ar: string }
  | { kind: 'metres'; value: number }
  | { kind: 'year'; value: number }
  | { kind: 'date'; iso: string }
  | { kind: 'option'; option: Option }
  | { kind: 'country'; code: string | null; name: string }
  | { kind: 'mark'; mark: 'attempt' | 'featured' };

/** A content table: all that tells its screen from those of the others. */
export type Content<T extends ContentTable> = {
  table: T;
  /** The text that names a row, in three languages; a bare column where a row has one name only. */
  title: Stem<T> | Column<T>;
  fields: Partial<Record<Group, readonly FieldOf<T>[]>>;
  facts: (row: Row<T>) => readonly Fact[];
  /** A picture for the row, where it has one. */
  picture?: (row: Row<T>) => string | null;
  /** How the server gives the rows: by their places, or by their dates. */
  order: SortBy<ColumnOf<T>>;
  /** The first is how the list comes; while it is by `display_order`, rows can be dragged. */
  sorts: readonly [SortKey, ...SortKey[]];
  /** The choice field whose options are tabs, with counts. */
  tabs?: Column<T>;
  /** Where the site shows it. */
  place: (row: Row<T>) => string;
  /** Whether the site falls back to what it was built with while nothing is published. */
  builtIn?: boolean;
};

/** The options of the field whose options are tabs; none where there are no tabs. */
export function tabsOf<T extends ContentTable>(content: Content<T>): readonly Option[] {
  const fields: Field[] = fieldsOf(content);
  const field = fields.find(({ name }) => name === content.tabs);
  return field?.kind === 'choice' ? field.options : [];
}

/** The year that a new row begins with. */
export const thisYear = (): number => new Date().getFullYear();

/** The insert that a form makes. */
export type Values<T extends ContentTable> = Insert<T>;

/** What a column holds, by a name that is known only at run time. */
export const valueIn = (row: object, column: string): unknown => Reflect.get(row, column);

/** What a column of texts holds; '' for null and for what is none. */
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
