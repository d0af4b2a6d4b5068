type Field = HTMLInputElement | HTMLTextAreaElement;

const isBlank = (field: Element): field is Field =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  field.required &&
  field.value !== '' &&
  field.value.trim() === '';

/**
 * Whether all required fields have a value. The browser accepts blanks, the server does not: a required
 * field of blanks is emptied, so that the browser shows its own message.
 */
export function hasRequiredValues(form: HTMLFormElement): boolean {
  const blanks = [...form.elements].filter(isBlank);
  for (const field of blanks) field.value = '';
  return blanks.length === 0 || form.reportValidity();
}
