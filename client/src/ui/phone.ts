const easternDigits = '٠١٢٣٤٥٦٧٨٩';

/**
 * A Moroccan number in the form in which it is dialled from anywhere: "06 12 34 56 78",
 * "00212612345678" and "+212 (0)6 12-34-56-78" all become "+212612345678". A number of another
 * country or of an unknown form is kept as it was typed, trimmed: it is for people to call, not for us to refuse.
 */
export function normalisePhone(typed: string): string {
  const western = typed.replace(/[٠-٩]/g, (digit) => String(easternDigits.indexOf(digit)));
  const dialled = western.replace(/\(0\)/, '').replace(/[\s().\-/]/g, '');
  const national = /^(?:\+212|00212|212|0)0?([5-8]\d{8})$/.exec(dialled)?.[1];
  return national === undefined ? western.trim() : `+212${national}`;
}
