const digits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';

/**
 * E.164 numbers: Moroccan ones (+212, nine digits from 5, 6, 7 or 8), with the lengths of national numbers
 * for the countries of most visitors (ITU-T E.164, national numbering plans), else 8 to 15 digits. The same
 * pattern as private.phone_number in the database; both are tested with site/telephone/testdata/numbers.json.
 */
const format =
  /^\+(?:212[5-8][0-9]{8}|1[2-9][0-9]{9}|33[1-9][0-9]{8}|34[5-9][0-9]{8}|32[0-9]{8,9}|31[0-9]{9}|44[0-9]{9,10}|41[0-9]{9}|49[0-9]{7,11}|39[0-9]{8,11}|213[0-9]{8,9}|216[0-9]{8}|971[0-9]{8,9}|966[0-9]{8,9}|(?!212|1|33|34|32|31|44|41|49|39|213|216|971|966)[2-9][0-9]{7,14})$/;

/**
 * A phone number as E.164: "06 12 34 56 78", "00212612345678" and "+212 (0)6 12-34-56-78" are
 * "+212612345678". A number without a country code is Moroccan. Undefined for what no phone could have.
 */
export function phoneNumber(typed: string): string | undefined {
  const western = typed.replace(/[٠-٩۰-۹]/g, (digit) => String(digits.indexOf(digit) % 10));
  const dialled = western
    .replace('(0)', '')
    .replace(/[\s().\-/\u00a0\u202f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^00/, '+');
  const national = /^(?:\+?212)?0?([5-8][0-9]{8})$/.exec(dialled)?.[1];
  const number = national === undefined ? dialled : `+212${national}`;
  return format.test(number) ? number : undefined;
}

/** The number as E.164; trimmed only if it is none, since people still read it. */
export const normalisePhone = (typed: string): string => phoneNumber(typed) ?? typed.trim();

/** The address of a `tel:` link. */
export const phoneLink = (typed: string): string =>
  `tel:${normalisePhone(typed).replace(/\s/g, '')}`;

/** A link to a WhatsApp chat with a prefilled message; undefined if the number is invalid. */
export function whatsappLink(typed: string, text: string): string | undefined {
  const number = phoneNumber(typed);
  if (number === undefined) return undefined;
  return `https://wa.me/${number.slice(1)}?text=${encodeURIComponent(text)}`;
}
