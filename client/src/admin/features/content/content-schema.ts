import * as z from 'zod/mini';
import { languages, type Language } from '@/shared/i18n/language';
import type words from '@/shared/i18n/en/admin-content.json';
import { fieldsOf, type Content, type ContentTable, type Field, type Values } from './content';
import { alternative, columnsOf, inputFor, itemOf, listOf, countTo } from './content-values';
import type { FormValues } from './content-values';

/** Returns the message `problems.*` of a validation problem. */
export type MessageFor = (
  problem: keyof (typeof words)['problems'],
  values?: Record<string, number>,
) => string;

type Shape = Record<string, z.ZodMiniType>;
/** A field with one input. */
type Single = Exclude<Field, { kind: 'languages' | 'picture' | 'list' }>;

/**
 * Validates the form values like the database, and converts them to columns. The field names are
 * type-checked in the table's description.
 */
export function schemaFor<T extends ContentTable>(content: Content<T>, messageFor: MessageFor) {
  const fields: Field[] = fieldsOf(content);
  const shape: Shape = { published: z.boolean() };
  for (const field of fields) Object.assign(shape, shapeOf(field, messageFor));
  const whole = z.object(shape).check(
    z.check(({ value, issues }) => {
      for (const { path, message } of fields.flatMap((field) => [
        ...incompleteLists(field, value, messageFor),
        ...missingPicture(field, value, messageFor),
      ])) {
        issues.push({ code: 'custom', path: [path], message, input: value });
      }
    }),
  );
  const columns = z.transform((values: FormValues) => columnsOf(content, values));
  return z.pipe(z.pipe(whole, columns), z.custom<Values<T>>());
}

function shapeOf(field: Field, messageFor: MessageFor): Shape {
  if (field.kind === 'languages') {
    return texts(field.name, field.max, requiredLanguages(field), messageFor);
  }
  if (field.kind === 'picture') {
    return {
      [field.name]: picture(messageFor),
      ...shapeOf(alternative(field), messageFor),
    };
  }
  if (field.kind === 'list') {
    const items = countTo(field.count).map((at) => itemOf(field.name, at));
    return Object.assign({}, ...items.map((item) => texts(item, field.max, ['en'], messageFor)));
  }
  return { [field.name]: single(field, messageFor) };
}

function single(field: Single, messageFor: MessageFor): z.ZodMiniType {
  const { kind } = field;
  if (kind === 'text') return text(field.max, field.required === true, messageFor);
  if (kind === 'number') return wholeNumber(field, messageFor);
  if (kind === 'link') {
    return text(2000, false, messageFor).check(z.regex(/^(https?:\/\/\S+)?$/, messageFor('link')));
  }
  if (kind === 'slug') {
    return required(messageFor).check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, messageFor('slug')));
  }
  if (kind === 'flag') {
    return trimmed().check(z.toUpperCase(), z.regex(/^([A-Z]{2})?$/, messageFor('flag')));
  }
  if (kind === 'date') return z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, messageFor('date')));
  if (kind === 'libraryPicture') return z.string();
  if (kind === 'choice') return z.string().check(z.minLength(1, messageFor('choice')));
  return z.boolean();
}

const trimmed = () => z.string().check(z.trim());

const required = (messageFor: MessageFor) => trimmed().check(z.minLength(1, messageFor('needed')));

const text = (max: number, isRequired: boolean, messageFor: MessageFor) =>
  (isRequired ? required(messageFor) : trimmed()).check(
    z.maxLength(max, messageFor('tooLong', { max })),
  );

const requiredLanguages = (field: Field & { kind: 'languages' }): readonly Language[] =>
  field.required === true ? (field.requiredIn ?? ['en']) : [];

const texts = (
  name: string,
  max: number,
  requiredIn: readonly Language[],
  messageFor: MessageFor,
): Shape =>
  Object.fromEntries(
    languages.map((language) => [
      inputFor(name, language),
      text(max, requiredIn.includes(language), messageFor),
    ]),
  );

// The site's content policy lets no picture come over plain http.
const picture = (messageFor: MessageFor) =>
  text(2000, false, messageFor).check(z.regex(/^((https:\/)?\/\S+)?$/, messageFor('picture')));

const wholeNumber = ({ min, max, empty }: Field & { kind: 'number' }, messageFor: MessageFor) => {
  const problem = messageFor('number', { min, max });
  return z.pipe(
    z.transform((value) => asNumber(value === null || value === '' ? empty : value)),
    z.int(problem).check(z.gte(min, problem), z.lte(max, problem)),
  );
};

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : value;

type Problem = { path: string; message: string };

/** Reports at the URL that there is neither a picture of the library nor a URL. */
function missingPicture(field: Field, values: FormValues, messageFor: MessageFor): Problem[] {
  if (field.kind !== 'libraryPicture' || field.orUrl === undefined) return [];
  const isGiven = values[field.name] !== '' || values[field.orUrl] !== '';
  return isGiven ? [] : [{ path: field.orUrl, message: messageFor('pictureOrUrl') }];
}

/** A list is complete or empty in each language: missing texts are reported. */
function incompleteLists(field: Field, values: FormValues, messageFor: MessageFor): Problem[] {
  if (field.kind !== 'list') return [];
  const { name, count } = field;
  return languages.flatMap((language) => {
    const filled = listOf(field, values, language).length;
    if (filled === 0 || filled === count) return [];
    const inputs = countTo(count).map((at) => inputFor(itemOf(name, at), language));
    const lacking = inputs.filter((input) => values[input] === '');
    return lacking.map((path) => ({ path, message: messageFor('together', { count }) }));
  });
}
