import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { Field } from '@/kit/ui.tsx';
import type { Written } from '@/kit/types.ts';
import { send, types, type Change } from '@/screens/structure/changes.ts';
import { SqlPreview } from '@/screens/structure/sql-preview.tsx';
import { t } from '@/texts.ts';

const argument = z.object({
  name: z.string().trim().min(1),
  type: z.string().trim().min(1),
  default: z.string(),
});

const schema = z.object({
  schema: z.string().trim().min(1),
  name: z.string().trim().min(1, t.nameNeeded).max(63),
  arguments: z.array(argument),
  returns: z.string().trim().min(1),
  language: z.enum(['sql', 'plpgsql']),
  volatility: z.enum(['volatile', 'stable', 'immutable']),
  definer: z.boolean(),
  body: z.string().trim().min(1),
  comment: z.string(),
  roles: z.array(z.string()),
});

type Form = z.infer<typeof schema>;

const first: Form = {
  schema: 'public',
  name: '',
  arguments: [],
  returns: 'text',
  language: 'sql',
  volatility: 'stable',
  definer: false,
  body: '',
  comment: '',
  roles: ['authenticated', 'service_role'],
};

/** A form for a function, which writes the next migration. */
export function NewRoutine({ onDone }: { onDone: (written: Written) => void }) {
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: first,
    mode: 'onBlur',
  });
  const given = useFieldArray({ control: form.control, name: 'arguments' });
  const parsed = schema.safeParse(useWatch({ control: form.control }));
  const change: Change | null = parsed.success
    ? { kind: 'create_function', function: parsed.data }
    : null;
  const { errors } = form.formState;
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <div className="row">
        <Field label={t.schema}>
          <input {...form.register('schema')} />
        </Field>
        <Field label={t.name} hint={errors.name?.message}>
          <input {...form.register('name')} autoFocus aria-invalid={errors.name !== undefined} />
        </Field>
        <Field label={t.returns} hint={t.returnsHint}>
          <input {...form.register('returns')} list="routine-types" />
        </Field>
      </div>
      <datalist id="routine-types">
        {['void', 'trigger', ...types].map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      {given.fields.map((field, i) => (
        <fieldset key={field.id} className="column-fields">
          <legend>{t.argumentPlace(i + 1)}</legend>
          <input
            {...form.register(`arguments.${i}.name`)}
            aria-label={t.name}
            placeholder={t.name}
          />
          <input
            {...form.register(`arguments.${i}.type`)}
            aria-label={t.type}
            list="routine-types"
          />
          <input
            {...form.register(`arguments.${i}.default`)}
            aria-label={t.default}
            placeholder={t.default}
          />
          <button
            type="button"
            className="quiet"
            aria-label={t.removeArgument}
            onClick={() => given.remove(i)}
          >
            ✕
          </button>
        </fieldset>
      ))}
      <button type="button" onClick={() => given.append({ name: '', type: 'uuid', default: '' })}>
        + {t.argument}
      </button>
      <Field label={t.body} hint={t.bodyHint}>
        <textarea {...form.register('body')} rows={6} spellCheck={false} />
      </Field>
      <div className="row">
        <Field label={t.language}>
          <select {...form.register('language')}>
            <option>sql</option>
            <option>plpgsql</option>
          </select>
        </Field>
        <Field label={t.volatility} hint={t.volatilityHint}>
          <select {...form.register('volatility')}>
            <option>stable</option>
            <option>volatile</option>
            <option>immutable</option>
          </select>
        </Field>
        <Field label={t.comment}>
          <input {...form.register('comment')} />
        </Field>
      </div>
      <fieldset className="checks">
        <legend>{t.executedBy}</legend>
        {['anon', 'authenticated', 'service_role'].map((role) => (
          <label key={role} className="check">
            <input type="checkbox" value={role} {...form.register('roles')} />
            {role}
          </label>
        ))}
      </fieldset>
      <label className="check">
        <input type="checkbox" {...form.register('definer')} />
        {t.definer}
      </label>
      <SqlPreview form={change} send={send} label={t.writeMigration} onWritten={onDone} />
    </form>
  );
}
