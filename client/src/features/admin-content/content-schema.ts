import * as z from 'zod/mini';
import { languages } from '../../i18n/language';
import type words from '../../i18n/en/admin-content.json';
import { fieldsOf, type Content, type ContentTable, type Field, type Values } from './content';
import { alternative, columnsOf, inputFor, itemOf, listOf, upTo } from './content-values';
import type { FormValues } from './content-values';

/** Says what is wrong with a field, in the words `problems.*`. */
export type Say = (
  problem: keyof (typeof words)['problems'],
  marks?: Record<string, number>,
) => string;

type Shape = Record<string, z.ZodMiniType>;
/** A field with one input. */
type Single = Exclude<Field, { kind: 'languages' | 'picture' | 'list' }>;

/**
 * Checks what the form holds as the database will, and gives the columns to write. The names of the
 * fields are checked against the row's type where the table is described, so nothing is lost here.
 */
export function schemaFor<T extends ContentTable>(content: Content<T>, say: Say) {
  const fields: Field[] = fieldsOf(content);
  const shape: Shape = { published: z.boolean() };
  for (const field of fields) Object.assign(shape, shapeOf(field, say));
  const whole = z.object(shape).check(
    z.check(({ value, issues }) => {
      for (const { path, message } of fields.flatMap((field) => halfLists(field, value, say))) {
        issues.push({ code: 'custom', path: [path], message, input: value });
      }
    }),
  );
  const columns = z.transform((values: FormValues) => columnsOf(content, values));
  return z.pipe(z.pipe(whole, columns), z.custom<Values<T>>());
}

function shapeOf(field: Field, say: Say): Shape {
  if (field.kind === 'languages') {
    return texts(field.name, field.max, field.needed === true, say);
  }
  if (field.kind === 'picture') {
    return {
      [field.name]: picture(field.needed === true, say),
      ...shapeOf(alternative(field), say),
    };
  }
  if (field.kind === 'list') {
    const items = upTo(field.count).map((at) => itemOf(field.name, at));
    return Object.assign({}, ...items.map((item) => texts(item, field.max, true, say)));
  }
  return { [field.name]: single(field, say) };
}

function single(field: Single, say: Say): z.ZodMiniType {
  const { kind } = field;
  if (kind === 'text') return text(field.max, field.needed === true, say);
  if (kind === 'number') return wholeNumber(field, say);
  if (kind === 'link') {
    return text(2000, false, say).check(z.regex(/^(https?:\/\/\S+)?$/, say('link')));
  }
  if (kind === 'slug') {
    return needed(say).check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, say('slug')));
  }
  if (kind === 'flag') {
    return trimmed().check(z.toUpperCase(), z.regex(/^([A-Z]{2})?$/, say('flag')));
  }
  if (kind === 'date') return z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, say('date')));
  if (kind === 'choice') return z.string().check(z.minLength(1, say('choice')));
  return z.boolean();
}

const trimmed = () => z.string().check(z.trim());

const needed = (say: Say) => trimmed().check(z.minLength(1, say('needed')));

const text = (max: number, isNeeded: boolean, say: Say) =>
  (isNeeded ? needed(say) : trimmed()).check(z.maxLength(max, say('tooLong', { max })));

// A text that is needed is needed in English: what the other languages lack falls back to it.
const texts = (name: string, max: number, isNeeded: boolean, say: Say): Shape =>
  Object.fromEntries(
    languages.map((language) => [
      inputFor(name, language),
      text(max, isNeeded && language === 'en', say),
    ]),
  );

// The site's content policy lets no picture come over plain http.
const picture = (isNeeded: boolean, say: Say) =>
  text(2000, isNeeded, say).check(z.regex(/^((https:\/)?\/\S+)?$/, say('picture')));

const wholeNumber = ({ min, max }: { min: number; max: number }, say: Say) => {
  const problem = say('number', { min, max });
  return z.pipe(
    z.transform(asNumber),
    z.int(problem).check(z.gte(min, problem), z.lte(max, problem)),
  );
};

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' ? Number(value) : value;

type Complaint = { path: string; message: string };

/** A list is whole in a language or absent: the first text that it lacks is complained about. */
function halfLists(field: Field, values: FormValues, say: Say): Complaint[] {
  if (field.kind !== 'list') return [];
  const { name, count } = field;
  return languages.flatMap((language) => {
    const filled = listOf(field, values, language).length;
    if (filled === 0 || filled === count) return [];
    const inputs = upTo(count).map((at) => inputFor(itemOf(name, at), language));
    const lacking = inputs.filter((input) => values[input] === '');
    return lacking.map((path) => ({ path, message: say('together', { count }) }));
  });
}
