import { asFailure } from '../../api/failures';

/** What a rule of the database says in words, and at which field: by the name of the constraint. */
export type ConstraintErrors = Readonly<Record<string, { field: string; text: string }>>;

export type ConstraintError = { field: string; text: string };

/**
 * The field that a failed save is about: a constraint that the form knows by name, or the length of a
 * column that has a field (<table>_<column>_length). Undefined where the failure is about no field.
 */
export function fieldError(
  error: unknown,
  constraintErrors: ConstraintErrors,
  fields: readonly string[],
  tooLong: string,
): ConstraintError | undefined {
  const { message, kind } = asFailure(error);
  const constraint = /constraint "([^"]+)"/.exec(message)?.[1];
  if (constraint === undefined) return undefined;
  const known = constraintErrors[constraint];
  if (known !== undefined) return known;
  const field = fields.find((name) => kind === 'tooLong' && constraint.endsWith(`_${name}_length`));
  return field === undefined ? undefined : { field, text: tooLong };
}
