type Field = HTMLInputElement | HTMLTextAreaElement;

const isBlank = (field: Element): field is Field =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  field.required &&
  field.value !== '' &&
  field.value.trim() === '';

/**
 * Whether all that must be filled in is. The browser takes a space for an answer, the server does not:
 * a required field of blanks is emptied, and the browser says at it what it says at an empty one.
 */
export function hasRequiredValues(form: HTMLFormElement): boolean {
  const blanks = [...form.elements].filter(isBlank);
  for (const field of blanks) field.value = '';
  return blanks.length === 0 || form.reportValidity();
}
