import { useTranslation } from '@/shared/i18n';
import { formatDateTime } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { Pill } from '@/shared/ui/pill';
import { addressOf, itemKinds } from '@/admin/kit/notifications/kinds';
import { markRead, isUnread, useReadMarks } from '@/admin/kit/notifications/read-marks';
import { useNewestItems, type NewestItem } from '@/admin/kit/notifications/use-newest-items';
import { Block } from './block';

const shown = 8;

/** The newest items. Unread ones are marked, also in the title of every page. */
export function NewestSection() {
  const { t } = useTranslation('admin-dashboard');
  const query = useNewestItems();
  const readMarks = useReadMarks();
  const newest = query.data?.[0];
  const unread = query.data?.filter((item) => isUnread(item, readMarks)).length ?? 0;
  return (
    <Block
      title={t('dashboard.newest')}
      query={query}
      failed={t('dashboard.newestFailed')}
      corner={
        newest !== undefined &&
        unread > 0 && (
          <button
            type="button"
            onClick={() => markRead(itemKinds, newest.createdAt)}
            className="min-h-11 text-small underline decoration-line underline-offset-4 hover:decoration-accent lg:min-h-8"
          >
            {t('dashboard.markSeen')}
          </button>
        )
      }
    >
      {(items) => (
        <>
          <p role="status" className="sr-only">
            {unread > 0 && t('dashboard.news', { count: unread, amount: String(unread) })}
          </p>
          {items.length === 0 ? (
            <p className="text-small text-muted">{t('dashboard.nothingYet')}</p>
          ) : (
            <ul className="-my-1 divide-y divide-line">
              {items.slice(0, shown).map((item) => (
                <li key={`${item.kind}-${item.id}`}>
                  <Item item={item} isNew={isUnread(item, readMarks)} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Block>
  );
}

function Item({ item, isNew }: { item: NewestItem; isNew: boolean }) {
  const { t } = useTranslation('admin-dashboard');
  return (
    <LocalLink
      to={addressOf(item)}
      className="grid min-h-11 content-center gap-x-4 py-1.5 text-small hover:text-accent sm:grid-cols-[minmax(0,1fr)_auto] lg:min-h-9 lg:py-0"
    >
      <span className="flex min-w-0 items-center gap-3">
        <bdi className={`truncate ${isNew ? 'font-medium' : ''}`}>{item.name}</bdi>
        {isNew && <Pill tone="new">{t('dashboard.isNew')}</Pill>}
      </span>
      <span className="flex gap-3 text-muted max-sm:justify-between">
        <span>{t(`dashboard.kinds.${item.kind}`)}</span>
        <time dateTime={item.createdAt} className="tabular-nums">
          <bdi dir="ltr">{formatDateTime(item.createdAt)}</bdi>
        </time>
      </span>
    </LocalLink>
  );
}
