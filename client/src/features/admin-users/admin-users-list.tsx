import { useTranslation } from 'react-i18next';
import { failureKey } from '../../api/failures';
import { formatDate, formatMoment } from '../../i18n/format';
import { FailureNotice } from '../../ui/failure-notice';
import { Pill } from '../../ui/pill';
import { Spinner } from '../../ui/spinner';
import { RoleBadge } from './role-badge';
import { useAdminUsers, type AdminRecord } from './use-admin-users';

/** Everyone who may come in: loading, none, failed or there. */
export function AdminUsersList() {
  const { t } = useTranslation('admin');
  const { t: site } = useTranslation();
  const { data, error, refetch } = useAdminUsers();
  if (error !== null) {
    return (
      <FailureNotice
        text={`${t('users.failed')} ${site(failureKey(error))}`}
        retryLabel={site('retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Spinner label={t('loading')} className="min-h-48" />;
  if (data.length === 0) {
    return (
      <p
        role="status"
        className="border border-dashed border-edge px-4 py-12 text-center text-muted"
      >
        {t('users.empty')}
      </p>
    );
  }
  return (
    <ul aria-label={t('users.title')} className="border-t border-ink">
      {data.map((admin) => (
        <AdminUserRow key={admin.id} admin={admin} />
      ))}
    </ul>
  );
}

function AdminUserRow({ admin }: { admin: AdminRecord }) {
  const { t } = useTranslation('admin');
  const never = t('users.never');
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_12rem_10rem_8rem] md:items-center">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{admin.full_name ?? admin.email}</bdi>
        </p>
        {admin.full_name !== null && (
          <bdi dir="ltr" className="text-small wrap-anywhere text-muted">
            {admin.email}
          </bdi>
        )}
      </div>
      <p className="flex flex-wrap gap-2">
        <RoleBadge role={admin.role} />
        {!admin.active && <Pill tone="other">{t('users.inactive')}</Pill>}
      </p>
      <dl className="contents text-small">
        <div className="flex gap-2 md:block">
          <dt className="text-muted">{t('users.fields.lastLogin')}</dt>
          <dd>
            <bdi dir="auto">
              {admin.last_login === null ? never : formatMoment(admin.last_login)}
            </bdi>
          </dd>
        </div>
        <div className="flex gap-2 md:block">
          <dt className="text-muted">{t('users.fields.since')}</dt>
          <dd>
            <bdi>{formatDate(admin.created_at)}</bdi>
          </dd>
        </div>
      </dl>
    </li>
  );
}
