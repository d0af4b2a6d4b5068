import { useState, type RefObject, type SyntheticEvent } from 'react';
import { get, set, useForm, type FieldErrors, type FieldValues, type Path } from 'react-hook-form';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type * as z from 'zod/mini';
import { useTranslation } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { writeEditDraft } from '@/admin/kit/edit-draft';
import { asFailure, Failure } from '@/shared/api/failures';
import type { FormRecord } from './conflict-panel';
import { conflictsIn, useBaseValues } from './conflicts';
import { languageOf } from './form-languages';

// The one schema type with both the input type and the output type.
type Schema<Input, Output> = z.core.$ZodType<Output, Input>;

export type SubmitProps<Input extends FieldValues, Output> = {
  schema: Schema<Input, Output>;
  defaults: Input;
  /** Writes the values; `changed` holds only the changed ones. May throw a Failure. */
  onSave: (values: Output, saved: { changed: Partial<Output> }) => unknown;
  /** Called after a save if nothing is unsaved, for example to close a drawer. */
  onSaved?: () => void;
  constraintErrors?: ConstraintErrors;
  /** The key of the draft in the session storage. */
  draft?: string;
  /** The stored record that is edited; undefined for a new one. */
  record?: FormRecord | undefined;
};

/**
 * Options for `reset` that replace all values. Without them react-hook-form uses `resetOptions`, which keep
 * the typed values.
 */
export const wholeReset = { keepDirtyValues: false, keepDirty: false } as const;

const noConstraintErrors: ConstraintErrors = {};

/**
 * State and submit handler of a form: validates, saves, and shows an error at its field or above the
 * footer.
 */
export function useFormSubmit<Input extends FieldValues, Output extends object>(
  props: SubmitProps<Input, Output>,
  element: RefObject<HTMLFormElement | null>,
  showLanguage: (language: Language) => void,
) {
  const { schema, defaults, onSave, onSaved, constraintErrors = noConstraintErrors } = props;
  const { draft, record } = props;
  const { t } = useTranslation('site');
  const [failure, setFailure] = useState<unknown>();
  const [isSaved, setSaved] = useState(false);
  const form = useForm<Input, unknown, Output>({
    values: defaults,
    resetOptions: { keepDirtyValues: true, keepDirty: true },
    resolver: standardSchemaResolver(schema),
  });
  const base = useBaseValues(form);

  const showFailure = (error: unknown) => {
    const names = namesIn(element.current);
    const constraintError = fieldError(error, constraintErrors, names, t('failure.tooLong'));
    if (constraintError === undefined || !isFieldOf<Input>(constraintError.field, names)) {
      setFailure(error);
      return;
    }
    form.setError(
      constraintError.field,
      { type: 'server', message: constraintError.text },
      { shouldFocus: true },
    );
  };

  const save = async (values: Output) => {
    // Asked now, not of a state: `onSave` knows what somebody else has saved as soon as `defaults` have it.
    if (record !== undefined && conflictsIn(base.get(), defaults, form.getValues()).length > 0) {
      return setFailure(new Failure('conflict', '', 'somebody else changed the same'));
    }
    const sent = structuredClone(form.getValues());
    const previous = form.formState.defaultValues ?? {};
    setFailure(undefined);
    try {
      await onSave(values, { changed: differing(values, sent, previous) });
    } catch (error) {
      return showFailure(error);
    }
    // Values typed during the save stay unsaved; what others have changed meanwhile is in the form by now.
    const now = structuredClone(form.getValues());
    const stored = form.formState.defaultValues ?? {};
    const typed = leavesOf(now).filter(
      (name) =>
        !isSameAt(name, now, sent) &&
        !(isSameAt(name, now, stored) && isSameAt(name, sent, previous)),
    );
    const saved = structuredClone(now);
    for (const name of typed) set(saved, name, get(sent, name));
    form.reset(saved, typed.length === 0 ? wholeReset : { keepValues: true, keepDirty: true });
    if (typed.length === 0 && draft !== undefined) writeEditDraft(draft, undefined);
    setSaved(true);
    return onSaved?.();
  };

  /** Focuses a field, in its language: in a hidden one it could be neither seen nor focused. */
  const showField = (name: string) => {
    setFailure(undefined);
    const language = languageOf(name);
    if (language !== undefined) showLanguage(language);
    requestAnimationFrame(() => focusField(element.current, name));
  };

  const showFirstError = (errors: FieldErrors<Input>) => {
    const first = namesIn(element.current).find((name) => hasError(errors, name));
    if (first !== undefined) showField(first);
  };

  const submit = async (event: SyntheticEvent) => {
    event.stopPropagation(); // React bubbles the event of a portal to the form of the page
    setSaved(false);
    const validated = { handled: false };
    const handling =
      <Given>(handle: (given: Given) => unknown) =>
      (given: Given) => {
        validated.handled = true;
        return handle(given);
      };
    // react-hook-form drops a submit if new defaults come while it validates.
    while (!validated.handled) {
      // oxlint-disable-next-line no-await-in-loop
      await form.handleSubmit(handling(save), handling(showFirstError))(event);
    }
  };
  return { form, base, submit, failure, isSaved: isSaved && !form.formState.isDirty, showField };
}

const namesIn = (form: HTMLFormElement | null): string[] =>
  [...(form?.elements ?? [])].flatMap((field) =>
    'name' in field && typeof field.name === 'string' && field.name !== '' ? [field.name] : [],
  );

const isFieldOf = <Input extends FieldValues>(
  name: string,
  names: readonly string[],
): name is Path<Input> => names.includes(name);

const hasError = (errors: object, name: string) => get(errors, name) !== undefined;

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const isSameAt = (name: string, a: object, b: object) => isSame(get(a, name), get(b, name));

/** The paths of the values that are no objects; an array is one value. */
const leavesOf = (tree: object, path = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leavesOf(value, `${path}${key}.`)
      : [`${path}${key}`],
  );

/** The values of the changed fields. */
function differing<Output extends object>(
  values: Output,
  sent: object,
  previous: object,
): Partial<Output> {
  const changed: Partial<Output> = {};
  for (const name in values) {
    if (!isSame(get(sent, name), get(previous, name)))
      Object.assign(changed, { [name]: values[name] });
  }
  return changed;
}

/** The message and the field of each database constraint, by the name of the constraint. */
type ConstraintErrors = Readonly<Record<string, { field: string; text: string }>>;

type ConstraintError = { field: string; text: string };

/**
 * The field of a failed save: a constraint listed by the form, or the length check of a column that has a
 * field (<table>_<column>_length). Undefined if the error belongs to no field.
 */
function fieldError(
  error: unknown,
  constraintErrors: ConstraintErrors,
  fields: readonly string[],
  tooLong: string,
): ConstraintError | undefined {
  const { message, kind } = asFailure(error);
  const names = message.split(/\W+/); // the message is in the language of PostgreSQL, the names in it are not
  const known = Object.entries(constraintErrors).find(([constraint]) => names.includes(constraint));
  if (known !== undefined) return known[1];
  const tooLongField = fields.find(
    (field) => kind === 'tooLong' && names.some((name) => name.endsWith(`_${field}_length`)),
  );
  return tooLongField === undefined ? undefined : { field: tooLongField, text: tooLong };
}
