const easternDigits = '٠١٢٣٤٥٦٧٨٩';

/**
 * Normalises a Moroccan number to E.164: "06 12 34 56 78", "00212612345678" and
 * "+212 (0)6 12-34-56-78" all become "+212612345678". A number of another country or format is only
 * trimmed, since it is called by people and need not be validated.
 */
export function normalisePhone(typed: string): string {
  const western = typed.replace(/[٠-٩]/g, (digit) => String(easternDigits.indexOf(digit)));
  const dialled = western.replace(/\(0\)/, '').replace(/[\s().\-/]/g, '');
  const national = /^(?:\+212|00212|212|0)0?([5-8]\d{8})$/.exec(dialled)?.[1];
  return national === undefined ? western.trim() : `+212${national}`;
}

/** A link to a WhatsApp chat with a number as the owner typed it, with a prefilled message. */
export const whatsappLink = (number: string, text: string): string =>
  `https://wa.me/${number.replace(/\D/g, '').replace(/^00/, '')}?text=${encodeURIComponent(text)}`;
