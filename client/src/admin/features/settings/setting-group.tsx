import { useMemo, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import * as z from 'zod/mini';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { RecordHistory } from '@/admin/kit/record-history';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { notify } from '@/shared/ui/toast';
import { settingGroups, type GroupName } from './setting-groups';
import { checks, type Checks } from './setting-schemas';
import { changesIn, knownOf, treeOf, type Setting, type SettingTree } from './setting-values';
import { useSaveSettings } from './use-site-settings';

type Reader<Input> = z.core.$ZodType<Input>;

type Props<Input extends FieldValues, Output extends SettingTree> = {
  id: GroupName;
  rows: Setting[];
  /** Converts stored values to form values. Never fails. */
  read: Reader<Input>;
  /** Validates form values and converts them to stored ones. Define it outside the component. */
  write: (check: Checks) => z.core.$ZodType<Output, Input>;
  /** The page that shows the settings, if one does. */
  page?: `/${string}`;
  children: ReactNode;
};

/** A form for a group of settings; only changes are sent. The history of a group with a single key is shown. */
export function SettingGroup<Input extends FieldValues, Output extends SettingTree>(
  props: Props<Input, Output>,
) {
  const { id, rows, read, write, page, children } = props;
  const keys: readonly string[] = settingGroups[id];
  const { t } = useTranslation('admin-settings');
  const save = useSaveSettings();
  const schema = useMemo(
    () => write(checks((problem, values) => t(`problems.${problem}`, values ?? {}))),
    [write, t],
  );
  const [only, ...more] = keys;
  // Changes by others replace only unedited fields.
  const stored = JSON.stringify(treeOf(keys, rows));
  const defaults = useMemo(() => z.parse(read, JSON.parse(stored)), [read, stored]);
  return (
    <>
      <AdminForm
        schema={schema}
        defaults={defaults}
        draft={`settings-${id}`}
        save={t('save')}
        failed={t('notSaved')}
        record={{ table: 'site_settings', ids: keys }}
        onSave={async (values) => {
          const changes = changesIn(values, keys, rows);
          await save.mutateAsync({ changes, known: knownOf(changes, rows) });
          notify('good', t('saved'), { ms: 6000 });
        }}
        foot={
          page !== undefined && (
            <LocalLink
              to={page}
              reloadDocument
              target="_blank"
              className={buttonClass('quiet', 'px-2!')}
            >
              {t('onSite')}
            </LocalLink>
          )
        }
      >
        {children}
      </AdminForm>
      {only !== undefined && more.length === 0 && <RecordHistory table="site_settings" id={only} />}
    </>
  );
}
