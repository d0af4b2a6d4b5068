import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConfirm } from '@/admin/kit/confirm';
import { ListFrame } from '@/admin/kit/list/list-frame';
import { failureText } from '@/shared/api/failures';
import {
  endOtherSessions,
  endOwnSession,
  ownSessionsQuery,
  type OwnSession,
} from '@/shared/api/own-sessions';
import { useTranslation } from '@/shared/i18n';
import { formatDateTime } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { Pill } from '@/shared/ui/pill';
import { notify } from '@/shared/ui/toast';
import { deviceName } from './device-name';

/** The devices that are signed in to the own account, with sign-out of each and of all others. */
export function DeviceList() {
  const { t } = useTranslation('admin-account');
  const found = useQuery(ownSessionsQuery);
  return (
    <ListFrame
      found={found}
      failed={t('devices.failed')}
      empty={t('devices.empty')}
      isEmpty={(sessions) => sessions.length === 0}
    >
      {(sessions) => (
        <>
          <ul className="grid gap-3" aria-label={t('devices.title')}>
            {sessions.map((session) => (
              <DeviceItem key={session.id} session={session} />
            ))}
          </ul>
          {sessions.some(({ current }) => !current) ? (
            <SignOutOthersButton />
          ) : (
            <p className="mt-4 text-small text-muted">{t('devices.noOthers')}</p>
          )}
        </>
      )}
    </ListFrame>
  );
}

function DeviceItem({ session }: { session: OwnSession }) {
  const { t } = useTranslation(['admin-account', 'site']);
  const queries = useQueryClient();
  const known = deviceName(session.user_agent);
  const name = known === '' ? t('devices.unknown') : known;
  const since = formatDateTime(session.created_at);
  const end = useMutation({
    networkMode: 'always',
    mutationFn: () => endOwnSession(session.id),
    onSuccess: () => {
      notify('good', t('devices.ended', { name }), { ms: 6000 });
      return queries.invalidateQueries(ownSessionsQuery);
    },
    onError: (error) => notify('bad', failureText(t, error)),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-block border border-line bg-raised px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{name}</bdi>
          {session.current && <Pill tone="done">{t('devices.current')}</Pill>}
        </p>
        <p className="text-small text-muted">
          {t('devices.since', { date: since })}
          {session.refreshed_at !== null && (
            <> · {t('devices.seen', { date: formatDateTime(session.refreshed_at) })}</>
          )}
        </p>
        <bdi dir="ltr" className="text-small wrap-anywhere text-muted">
          {session.ip}
        </bdi>
      </div>
      {!session.current && (
        <Button
          look="line"
          aria-label={t('devices.endOf', { name, date: since })}
          aria-disabled={end.isPending}
          onClick={() => {
            if (!end.isPending) end.mutate();
          }}
        >
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}

function SignOutOthersButton() {
  const { t } = useTranslation(['admin-account', 'site']);
  const queries = useQueryClient();
  const confirm = useConfirm();
  const end = useMutation({
    networkMode: 'always',
    mutationFn: endOtherSessions,
    onSuccess: () => {
      notify('good', t('devices.othersEnded'), { ms: 6000 });
      return queries.invalidateQueries(ownSessionsQuery);
    },
    onError: (error) => notify('bad', failureText(t, error)),
  });
  const ask = async () => {
    const question = t('devices.question');
    if (await confirm({ question, action: t('devices.endOthers'), tone: 'bad' })) end.mutate();
  };
  return (
    <Button
      look="line"
      className="mt-4 border-bad! text-bad! hover:bg-bad! hover:text-ground!"
      aria-disabled={end.isPending}
      onClick={() => {
        if (!end.isPending) void ask();
      }}
    >
      {t('devices.endOthers')}
    </Button>
  );
}
