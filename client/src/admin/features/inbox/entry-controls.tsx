import { AgeBadge } from '@/admin/kit/age-badge';
import { useTranslation } from '@/shared/i18n';
import { isStatus, isWaiting, statuses, type Entry } from './inbox-entry';
import { SmallSelect } from './small-select';
import { useAssign, useSetStatus } from './use-change-entry';
import { usePeople } from './use-people';

type Props = { entry: Entry; me: string };

/** Status and assignee of an inquiry. */
export function EntryControls({ entry, me }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <StatusSelect entry={entry} />
      <AssignSelect entry={entry} me={me} />
      {isWaiting(entry) && <AgeBadge since={entry.created_at} />}
    </div>
  );
}

function StatusSelect({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin-inbox');
  const { setStatus } = useSetStatus(entry);
  return (
    <SmallSelect
      label={t('status.label')}
      value={entry.status ?? ''}
      onChoose={(status) => {
        if (isStatus(status)) setStatus(status);
      }}
    >
      {statuses.map((status) => (
        <option key={status} value={status}>
          {t(`statuses.${status}`)}
        </option>
      ))}
    </SmallSelect>
  );
}

function AssignSelect({ entry, me }: Props) {
  const people = usePeople();
  const { t } = useTranslation('admin-inbox');
  const assign = useAssign(entry);
  const current = entry.assigned_to ?? '';
  return (
    <SmallSelect
      label={t('assign.label')}
      value={current}
      onChoose={(person) => assign(person === '' ? null : person)}
    >
      <option value="">{t('assign.nobody')}</option>
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {id === me ? t('assign.me', { name }) : name}
        </option>
      ))}
      {/* An old entry may be assigned to an inactive admin. */}
      {current !== '' && !people.some(({ id }) => id === current) && (
        <option value={current}>{t('assign.former')}</option>
      )}
    </SmallSelect>
  );
}
