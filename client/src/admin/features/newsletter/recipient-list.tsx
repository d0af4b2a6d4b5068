import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FilterTabs } from '@/admin/kit/list/filter-tabs';
import { ListFrame } from '@/admin/kit/list/list-frame';
import { ListPager } from '@/admin/kit/list/list-pager';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';
import { sb } from '@/shared/api/client';
import { asFailure, unwrap } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import type { Newsletter } from './newsletter';

const tabs = ['sent', 'failed', 'skipped'] as const;
type Tab = (typeof tabs)[number];

const size = 25; // rows of a page

/** The recipients of a newsletter, with the reasons where it was not sent. */
export function RecipientList({ row }: { row: Newsletter }) {
  const { t } = useTranslation('admin-newsletter');
  const [state, setState] = useState<Tab>(row.failed > 0 ? 'failed' : 'sent');
  const [page, setPage] = useState(1);
  const found = useRecipients(row.id, state, page);
  return (
    <section aria-label={t('recipients.title')} className="grid grid-cols-1 gap-3">
      <FilterTabs
        label={t('recipients.title')}
        tabs={tabs.map((tab) => ({ value: tab, label: t(`progress.${tab}`), count: row[tab] }))}
        chosen={state}
        onChoose={(tab) => {
          setPage(1);
          setState(tab);
        }}
      />
      <ListFrame
        found={found}
        failed={t('recipients.failed')}
        empty={t('recipients.empty')}
        isEmpty={({ rows }) => rows.length === 0}
      >
        {(shown) => (
          <>
            <ul className="grid grid-cols-1">
              {shown.rows.map((recipient) => (
                <li
                  key={recipient.id}
                  className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 text-small"
                >
                  <bdi dir="ltr" className="wrap-anywhere">
                    {recipient.subscriber?.email ?? t('recipients.erased')}
                  </bdi>
                  <Reason text={recipient.reason} />
                </li>
              ))}
            </ul>
            <ListPager found={shown} onTurn={setPage} />
          </>
        )}
      </ListFrame>
    </section>
  );
}

/** The reason for skipping a recipient, or the error of the mail server. */
function Reason({ text }: { text: string | null }) {
  const { t } = useTranslation('admin-newsletter');
  if (text === 'unsubscribed' || text === 'erased' || text === 'cancelled') {
    return <span className="text-muted">{t(`reasons.${text}`)}</span>;
  }
  return (
    <bdi dir="ltr" className="text-muted wrap-anywhere">
      {text}
    </bdi>
  );
}

function useRecipients(newsletter: string, state: Tab, page: number) {
  return useQuery({
    queryKey: ['newsletter_recipients', newsletter, state, page],
    queryFn: async ({ signal }) => {
      const client = await sb();
      const start = (page - 1) * size;
      const answer = await client
        .from('newsletter_recipients')
        .select('id, reason, subscriber:newsletter_subscribers(email)', { count: 'exact' })
        .eq('newsletter_id', newsletter)
        .eq('state', state)
        .order('updated_at', { ascending: false })
        .order('id')
        .range(start, start + size - 1)
        .abortSignal(signal);
      if (answer.error !== null) throw asFailure(answer.error, answer.status);
      return { rows: unwrap(answer), total: answer.count ?? 0, page, size };
    },
    placeholderData: (before) => before,
    ...useRefetchInterval(),
  });
}
