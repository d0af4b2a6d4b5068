import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';
import { emailFormat } from '@/shared/ui/email-format';
import { videoId } from '@/shared/ui/video-id';

/*
 * Each group has two schemas. One reads the stored values into form values: it never fails; missing or
 * invalid values are empty. The other validates the form values and converts them to JSON.
 */

type Problem =
  | 'needed'
  | 'english'
  | 'long'
  | 'number'
  | 'whole'
  | 'range'
  | 'email'
  | 'phone'
  | 'link'
  | 'film'
  | 'date'
  | 'order'
  | 'days';

/** Returns the message of a validation problem. */
export type MessageFor = (problem: Problem, values?: Record<string, string | number>) => string;

const text = otherwise(z.string(), '');
const texts = otherwise(z.object({ en: text, fr: text, ar: text }), () => ({
  en: '',
  fr: '',
  ar: '',
}));
const number = otherwise(z.nullable(z.number()), null);

export { otherwise };

/** Parsers of stored values to form values. */
export const stored = { text, texts, number };

const short = 300; // characters
const long = 4000;

/** The validators of the group forms; `messageFor` gives their messages. */
export function checks(messageFor: MessageFor) {
  const line = (max: number) =>
    z.string().check(z.trim(), z.maxLength(max, messageFor('long', { max })));
  const needed = (max: number, problem: 'needed' | 'english' = 'needed') =>
    line(max).check(z.minLength(1, messageFor(problem)));
  const optional = (fits: (value: string) => boolean, problem: Problem) =>
    z.pipe(
      line(2000).check(z.refine((value) => value === '' || fits(value), messageFor(problem))),
      z.transform((value: string) => (value === '' ? null : value)),
    );
  const between = (min: number, max: number, isWhole: boolean, isNeeded = true) =>
    z.union([z.number(), z.null()], messageFor('number')).check(
      z.refine((value) => value !== null || !isNeeded, messageFor('number')),
      z.refine(
        (value) => value === null || !isWhole || Number.isInteger(value),
        messageFor('whole'),
      ),
      z.refine(
        (value) => value === null || (value >= min && value <= max),
        messageFor('range', { min, max }),
      ),
    );
  const inThree = (max: number) =>
    z.object({ en: needed(max, 'english'), fr: line(max), ar: line(max) });
  return {
    messageFor,
    needed: needed(short),
    /** An optional text; null if it is empty. */
    optionalText: (max: number) =>
      z.pipe(
        line(max),
        z.transform((value: string) => (value === '' ? null : value)),
      ),
    email: optional((value) => emailFormat.test(value), 'email'),
    phone: optional((value) => /^\+?\d[\d ().-]{5,24}$/.test(value), 'phone'),
    link: optional((value) => /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value), 'link'),
    film: optional((value) => videoId(value) !== undefined, 'film'),
    /** The id of a picture of the library; null for none. */
    picture: z.pipe(
      z.string(),
      z.transform((id: string) => (id === '' ? null : id)),
    ),
    day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, messageFor('date'))),
    whole: (min: number, max: number) => between(min, max, true),
    maybeWhole: (min: number, max: number) => between(min, max, true, false),
    decimal: (min: number, max: number) => between(min, max, false),
    name: inThree(short),
    texts: inThree(long),
    /** Optional texts; null if all are empty. */
    optionalTexts: z.pipe(
      z.object({ en: line(long), fr: line(long), ar: line(long) }).check(
        z.superRefine(({ en, fr, ar }, context) => {
          if (en === '' && fr + ar !== '') {
            context.addIssue({ code: 'custom', path: ['en'], message: messageFor('english') });
          }
        }),
      ),
      z.transform((value: { en: string; fr: string; ar: string }) =>
        value.en === '' ? null : value,
      ),
    ),
  };
}

export type Checks = ReturnType<typeof checks>;
