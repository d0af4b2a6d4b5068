import { z } from 'zod';
import { t } from '@/texts.ts';
import type { NewColumn } from './changes.ts';

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

export function toColumn(form: ColumnForm): NewColumn {
  const [schema = '', name = ''] = form.references.split('.');
  return {
    name: form.name.trim(),
    type: form.type.trim(),
    required: form.required,
    unique: form.unique,
    key: form.key,
    identity: form.default === identity,
    default: form.default === identity ? '' : form.default,
    ...(name === ''
      ? {}
      : { references: { table: { schema, name }, column: '', onDelete: form.onDelete } }),
  };
}
