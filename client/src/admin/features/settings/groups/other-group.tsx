import { useMemo } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { FormArea } from '@/admin/kit/form/form-text';
import { RecordHistory } from '@/admin/kit/record-history';
import type { Json } from '@/shared/api/schema.gen';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import { asJsonValue, jsonProblem, type Setting } from '../setting-values';
import { useSaveSettings } from '../use-site-settings';

/** Settings without a form, edited as JSON. */
export function OtherGroup({ rows }: { rows: Setting[] }) {
  return (
    <ul className="grid gap-8">
      {rows.map((row) => (
        <li key={row.key}>
          <JsonSetting row={row} />
        </li>
      ))}
    </ul>
  );
}

function JsonSetting({ row: { key, value, description } }: { row: Setting }) {
  const { t } = useTranslation('admin-settings');
  const save = useSaveSettings();
  const schema = useMemo(() => jsonSchema((reason) => t('problems.json', { reason })), [t]);
  const typed = JSON.stringify(value, null, 2);
  const defaults = useMemo(() => ({ json: typed }), [typed]);
  return (
    <section aria-label={key}>
      <h3 dir="ltr" className="text-start coordinate text-small wrap-anywhere">
        {key}
      </h3>
      <p lang="en" dir="ltr" className="mb-2 text-start text-small text-muted">
        {description === '' ? t('fields.noDescription') : description}
      </p>
      <AdminForm
        schema={schema}
        defaults={defaults}
        draft={`setting-${key}`}
        failed={t('notSaved')}
        record={{ table: 'site_settings', ids: [key] }}
        onSave={async ({ json }) => {
          await save.mutateAsync({ changes: { [key]: json }, known: { [key]: value } });
          notify('good', t('saved'), { ms: 6000 });
        }}
      >
        <FormArea name="json" label={t('fields.json')} dir="ltr" rows={4} required />
      </AdminForm>
      <RecordHistory table="site_settings" id={key} />
    </section>
  );
}

const jsonSchema = (messageFor: (reason: string) => string) =>
  z.object({
    json: z.pipe(
      z.string().check(
        z.superRefine((typed, context) => {
          const problem = jsonProblem(typed);
          if (problem !== undefined)
            context.addIssue({ code: 'custom', message: messageFor(problem) });
        }),
      ),
      z.transform((typed: string): Json => asJsonValue(typed)),
    ),
  });
