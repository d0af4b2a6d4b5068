import { useCallback, useMemo } from 'react';
import type { Column } from '@/admin/kit/list/column';
import { ListScreen, ListTable } from '@/admin/kit/list/list-screen';
import { sameRow, useList } from '@/admin/kit/list/use-list';
import { useTranslation } from '@/shared/i18n';
import { formatDate, formatDateTime } from '@/shared/i18n/format';
import { Pill } from '@/shared/ui/pill';
import { AdminActions } from './admin-actions';
import { AdminActiveSwitch } from './admin-active-switch';
import { adminName, isPending, type AdminRecord, type Viewer } from './admin-record';
import { EditAdminDrawer } from './edit-admin-drawer';
import { RoleBadge } from './role-badge';
import { SecondFactorPill } from './second-factors';

const views = {
  sorts: ['created_at', 'email', 'role', 'last_login'],
  defaultSort: '-created_at',
} as const;
const searched = { columns: ['full_name', 'email'] } as const;

/** The list of admins, newest first; super admins can edit it. */
export function AdminUsersList({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation('admin-users');
  const list = useList({
    relation: 'admin_users',
    views,
    query: () => ({ search: searched }),
    rowOf: sameRow,
    live: () => true,
  });
  const columns = useColumns(viewer);
  const Card = useCard(viewer);
  return (
    <>
      <ListScreen
        list={list}
        name="users"
        texts={{ search: t('search'), failed: t('failed'), empty: t('empty') }}
      >
        {(rows) => (
          <ListTable
            list={list}
            caption={t('title')}
            columns={columns}
            rows={rows}
            card={Card}
            nameOf={adminName}
          />
        )}
      </ListScreen>
      {viewer.isSuper && <EditAdminDrawer admins={list.found.data?.rows} viewer={viewer} />}
    </>
  );
}

function useColumns(viewer: Viewer): Column<AdminRecord>[] {
  const { t } = useTranslation('admin-users');
  return useMemo(() => {
    const actions: Column<AdminRecord> = {
      id: 'actions',
      head: t('columns.actions'),
      quietHead: true,
      align: 'end',
      cell: (admin) => <AdminActions admin={admin} viewer={viewer} />,
    };
    const facts: Column<AdminRecord>[] = [
      {
        id: 'email',
        head: t('columns.who'),
        rowHead: true,
        sorts: true,
        cell: (admin) => <Who admin={admin} viewer={viewer} />,
      },
      {
        id: 'role',
        head: t('columns.role'),
        sorts: true,
        cell: (admin) => <RoleBadge role={admin.role} />,
      },
      {
        id: 'active',
        head: t('columns.active'),
        cell: (admin) => <Active admin={admin} viewer={viewer} />,
      },
      {
        id: 'created_at',
        head: t('columns.since'),
        sorts: true,
        cell: (admin) => <bdi>{formatDate(admin.created_at)}</bdi>,
      },
      {
        id: 'last_login',
        head: t('columns.lastLogin'),
        sorts: true,
        cell: (admin) => <LastLogin admin={admin} />,
      },
    ];
    return viewer.isSuper ? [...facts, actions] : facts;
  }, [t, viewer]);
}

type Props = { admin: AdminRecord; viewer: Viewer };

function Who({ admin, viewer }: Props) {
  const { t } = useTranslation('admin-users');
  return (
    <div className="min-w-0 py-1">
      <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
        <bdi>{adminName(admin)}</bdi>
        {admin.id === viewer.id && <Pill tone="other">{t('you')}</Pill>}
        {viewer.isSuper && <SecondFactorPill admin={admin} />}
      </p>
      {admin.full_name !== null && (
        <bdi dir="ltr" className="wrap-anywhere text-muted">
          {admin.email}
        </bdi>
      )}
    </div>
  );
}

function Active({ admin, viewer }: Props) {
  const { t } = useTranslation('admin-users');
  if (viewer.isSuper) return <AdminActiveSwitch admin={admin} viewer={viewer} />;
  return (
    <Pill tone={admin.active ? 'done' : 'other'}>{t(admin.active ? 'isActive' : 'inactive')}</Pill>
  );
}

function LastLogin({ admin }: { admin: AdminRecord }) {
  const { t } = useTranslation('admin-users');
  if (isPending(admin) && admin.invited_at !== null) {
    return <Pill tone="new">{t('invite.on', { date: formatDate(admin.invited_at) })}</Pill>;
  }
  return (
    <bdi dir="auto" className="whitespace-nowrap">
      {admin.last_login === null ? t('never') : formatDateTime(admin.last_login)}
    </bdi>
  );
}

/** Renders an admin as a card. */
function useCard(viewer: Viewer) {
  return useCallback(
    ({ row: admin }: { row: AdminRecord }) => <AdminCard admin={admin} viewer={viewer} />,
    [viewer],
  );
}

function AdminCard({ admin, viewer }: Props) {
  const { t } = useTranslation('admin-users');
  return (
    <div className="grid gap-2">
      <Who admin={admin} viewer={viewer} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RoleBadge role={admin.role} />
        {viewer.isSuper && (
          <span aria-hidden="true" className="ms-auto text-small text-muted">
            {t('columns.active')}
          </span>
        )}
        <Active admin={admin} viewer={viewer} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 text-small">
        <div>
          <dt className="text-muted">{t('columns.since')}</dt>
          <dd>
            <bdi>{formatDate(admin.created_at)}</bdi>
          </dd>
        </div>
        <div>
          <dt className="text-muted">{t('columns.lastLogin')}</dt>
          <dd>
            <LastLogin admin={admin} />
          </dd>
        </div>
      </dl>
      {viewer.isSuper && <AdminActions admin={admin} viewer={viewer} />}
    </div>
  );
}
