import { languages, type Language } from '@/shared/i18n/language';
import { columnFor, fieldsOf, textIn, valueIn, type Content, type ContentTable } from './content';
import type { Field } from './content';

/** The form values by input name. */
export type FormValues = Record<string, unknown>;

/** The input name of a text in a language. */
export const inputFor = (name: string, language: Language): string => `${name}_${language}`;

/** The name of the n-th text of a list, counted from 1, without its language. */
export const itemOf = (name: string, at: number): string => `${name}${at}`;

/** Counts from 1 to a number. */
export const countTo = (count: number): number[] =>
  Array.from({ length: count }, (_, at) => at + 1);

/** The form values of an existing row. */
export const valuesOf = <T extends ContentTable>(content: Content<T>, row: object): FormValues =>
  Object.assign(
    { published: valueIn(row, 'published') },
    ...fieldsOf(content).map((field) => readField(field, row)),
  );

function readField(field: Field, row: object): FormValues {
  const { name } = field;
  if (field.kind === 'languages') {
    return inEach((language) => ({
      [inputFor(name, language)]: textIn(row, columnFor(field, language)),
    }));
  }
  if (field.kind === 'list') return readList(field, row);
  if (field.kind === 'picture') {
    return { [name]: textIn(row, name), ...readField(alternative(field), row) };
  }
  return { [name]: valueIn(row, name) ?? '' };
}

function readList({ name, count }: Field & { kind: 'list' }, row: object): FormValues {
  return inEach((language) => {
    const texts = listIn(row, `${name}_${language}`);
    const inputs = countTo(count).map((at) => inputFor(itemOf(name, at), language));
    return Object.fromEntries(inputs.map((input, at) => [input, texts[at] ?? '']));
  });
}

function listIn(row: object, column: string): unknown[] {
  const value = valueIn(row, column);
  return Array.isArray(value) ? value : [];
}

const inEach = (valuesIn: (language: Language) => FormValues): FormValues =>
  Object.assign({}, ...languages.map(valuesIn));

/** The alternative text of a picture, as a field. */
export const alternative = ({ alt }: Field & { kind: 'picture' }) =>
  ({ kind: 'languages', name: alt, max: 300 }) as const;

/** The form values of a new row: the defaults, and the kind that the list is filtered by. */
export const newValues = <T extends ContentTable>(
  content: Content<T>,
  kind?: string,
): FormValues => {
  const blank: FormValues = {};
  for (const field of fieldsOf(content)) Object.assign(blank, blankField(field));
  if (content.tabs !== undefined && kind !== undefined) blank[content.tabs] = kind;
  return { ...valuesOf(content, blank), published: true };
};

function blankField(field: Field): FormValues {
  if (field.kind === 'number') return { [field.name]: field.initial?.() ?? 0 };
  return field.kind === 'switch' ? { [field.name]: field.initial } : {};
}

/** Converts valid form values to columns. */
export const columnsOf = <T extends ContentTable>(
  content: Content<T>,
  values: FormValues,
): FormValues =>
  Object.assign(
    { published: values['published'] },
    ...fieldsOf(content).map((field) => writeField(field, values)),
  );

function writeField(field: Field, values: FormValues): FormValues {
  const { kind, name } = field;
  if (kind === 'languages') return writeTexts(field, values);
  if (kind === 'list') {
    return inEach((language) => ({ [`${name}_${language}`]: listOf(field, values, language) }));
  }
  if (kind === 'picture')
    return { ...writeText(name, values, null), ...writeTexts(alternative(field), values) };
  if (kind === 'link' || kind === 'flag' || kind === 'libraryPicture')
    return writeText(name, values, null);
  return kind === 'text' ? writeText(name, values, field.empty) : { [name]: values[name] };
}

const writeText = (name: string, values: FormValues, empty?: null): FormValues => ({
  [name]: textOrEmpty(textIn(values, name), empty),
});

const writeTexts = (field: Field & { kind: 'languages' }, values: FormValues): FormValues =>
  inEach((language) => ({
    [columnFor(field, language)]: textOrEmpty(
      textIn(values, inputFor(field.name, language)),
      emptyIn(field, language),
    ),
  }));

const textOrEmpty = (text: string, empty: null | '' = ''): string | null =>
  text === '' ? empty : text;

// If the English column has no suffix, only that one is nullable.
function emptyIn(field: Field & { kind: 'languages' }, language: Language): null | '' {
  const isNull = field.plain === true ? language === 'en' : field.empty === null;
  return isNull ? null : '';
}

/** The texts of a list in one language, without empty ones. */
export function listOf(
  { name, count }: { name: string; count: number },
  values: FormValues,
  language: Language,
): string[] {
  return countTo(count)
    .map((at) => textIn(values, inputFor(itemOf(name, at), language)))
    .filter((text) => text !== '');
}
