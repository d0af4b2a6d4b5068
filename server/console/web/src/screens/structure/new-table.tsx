import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { Field } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { ColumnFields } from './column-fields.tsx';
import { columnSchema, emptyColumn, toColumn } from './column-schema.ts';
import { send, type Change } from './changes.ts';
import { SqlPreview } from './sql-preview.tsx';

const schema = z.object({
  schema: z.string().trim().min(1),
  name: z.string().trim().min(1, t.nameNeeded).max(63),
  comment: z.string(),
  columns: z.array(columnSchema).min(1),
});

type Form = z.infer<typeof schema>;

const first: Form = {
  schema: 'public',
  name: '',
  comment: '',
  columns: [
    { ...emptyColumn, name: 'id', type: 'uuid', key: true, default: 'gen_random_uuid()' },
    { ...emptyColumn, name: 'created_at', type: 'timestamptz', required: true, default: 'now()' },
  ],
};

/** A form for a table, which writes the next migration. */
export function NewTableScreen() {
  const navigate = useNavigate();
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: first,
    mode: 'onBlur',
  });
  const columns = useFieldArray({ control: form.control, name: 'columns' });
  const values = useWatch({ control: form.control });
  const parsed = schema.safeParse(values);
  const change: Change | null = parsed.success
    ? {
        kind: 'create_table',
        table: { schema: parsed.data.schema, name: parsed.data.name },
        comment: parsed.data.comment,
        columns: parsed.data.columns.map(toColumn),
      }
    : null;
  const { errors } = form.formState;
  return (
    <section className="page form-page">
      <h1>{t.newTable}</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <div className="row">
          <Field label={t.schema}>
            <input {...form.register('schema')} />
          </Field>
          <Field label={t.name} hint={errors.name?.message}>
            <input {...form.register('name')} autoFocus aria-invalid={errors.name !== undefined} />
          </Field>
          <Field label={t.comment} hint={t.tableCommentHint}>
            <input {...form.register('comment')} />
          </Field>
        </div>
        <h2>{t.columns}</h2>
        {columns.fields.map((field, i) => (
          <ColumnFields
            key={field.id}
            column={values.columns?.[i] ?? {}}
            onChange={(column) => columns.update(i, { ...emptyColumn, ...column })}
            onRemove={columns.fields.length > 1 ? () => columns.remove(i) : undefined}
            place={i + 1}
          />
        ))}
        <button type="button" onClick={() => columns.append(emptyColumn)}>
          + {t.addColumn}
        </button>
        <button
          type="button"
          onClick={() =>
            columns.append({
              ...emptyColumn,
              name: 'user_id',
              type: 'uuid',
              required: true,
              default: 'auth.uid()',
              references: 'auth.users',
              onDelete: 'cascade',
            })
          }
        >
          + {t.addOwner}
        </button>
        <SqlPreview
          form={change}
          send={send}
          label={t.createTable}
          onWritten={() => {
            if (parsed.success)
              void navigate(`/tables/${parsed.data.schema}/${parsed.data.name}/structure`);
          }}
        />
      </form>
    </section>
  );
}
