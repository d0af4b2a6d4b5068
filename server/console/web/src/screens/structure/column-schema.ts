import { z } from 'zod';
import { t } from '@/texts.ts';
import type { NewColumn, NewReference } from './changes.ts';

/** A column as forms have it: a reference is the name of a table, as auth.users. */
export const columnSchema = z.object({
  name: z.string().trim().min(1, t.nameNeeded).max(63),
  type: z.string().trim().min(1, t.typeNeeded),
  required: z.boolean(),
  unique: z.boolean(),
  key: z.boolean(),
  default: z.string(),
  references: z.string(),
  onDelete: z.string(),
});

export type ColumnForm = z.infer<typeof columnSchema>;

export const emptyColumn: ColumnForm = {
  name: '',
  type: 'text',
  required: false,
  unique: false,
  key: false,
  default: '',
  references: '',
  onDelete: '',
};

export const onDelete = ['', 'cascade', 'set null', 'restrict'];

const identity = 'identity';

/** A reference to the primary key of a table, as auth.users; undefined for none. */
export function referenceOf(to: string, action: string): NewReference | undefined {
  const [schema = '', name = ''] = to.split('.');
  return name === '' ? undefined : { table: { schema, name }, column: '', onDelete: action };
}

export function toColumn(form: ColumnForm): NewColumn {
  const reference = referenceOf(form.references, form.onDelete);
  return {
    name: form.name.trim(),
    type: form.type.trim(),
    required: form.required,
    unique: form.unique,
    key: form.key,
    identity: form.default === identity,
    default: form.default === identity ? '' : form.default,
    ...(reference ? { references: reference } : {}),
  };
}
