import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useConfirm } from '@/admin/confirm';
import type { Column } from '@/admin/list/column';
import { DataTable } from '@/admin/list/data-table';
import { FilterTabs } from '@/admin/list/filter-tabs';
import { ListFrame } from '@/admin/list/list-frame';
import { ListPager } from '@/admin/list/list-pager';
import { ListToolbar } from '@/admin/list/list-toolbar';
import { SearchField } from '@/admin/list/search-field';
import { useListView } from '@/admin/list/use-list-view';
import { inMorocco } from '@/admin/morocco-time';
import { whereEqual } from '@/admin/rows/filters';
import { useCounts } from '@/admin/rows/use-counts';
import { useDeleteRow } from '@/admin/rows/use-delete-row';
import { usePageOfRows } from '@/admin/rows/use-page-of-rows';
import { TranslationState } from '@/admin/translation-state';
import { useLanguage } from '@/i18n';
import { formatDate, formatNumber } from '@/i18n/format';
import { languages } from '@/i18n/language';
import { LocalLink, localPath } from '@/i18n/local-link';
import { localisedOrAny } from '@/i18n/localised';
import { Button } from '@/ui/button';
import { newsletterStates, type Newsletter } from './newsletter';
import { StatePill } from './newsletter-parts';

// Without the texts, which a list does not show.
const select =
  'id, status, subject_en, subject_fr, subject_ar, written, scheduled_for, recipients, sent, failed, skipped, created_at';
type Item = Pick<
  Newsletter,
  | 'id'
  | 'status'
  | 'subject_en'
  | 'subject_fr'
  | 'subject_ar'
  | 'written'
  | 'scheduled_for'
  | 'recipients'
  | 'sent'
  | 'failed'
  | 'skipped'
  | 'created_at'
>;

const counted = {
  all: [],
  draft: [['status', 'eq', 'draft']],
  scheduled: [['status', 'eq', 'scheduled']],
  sending: [['status', 'eq', 'sending']],
  sent: [['status', 'eq', 'sent']],
  cancelled: [['status', 'eq', 'cancelled']],
} as const;
const tabs = ['all', ...newsletterStates] as const;

const pathOf = (id: string) => `/admin/newsletters/edit/${id}`;
const nameOf = (item: Item): string => item.subject_en || item.subject_fr || item.subject_ar;

/** The newsletters, newest first. */
export function NewsletterList() {
  const { t } = useTranslation('admin-newsletter');
  const language = useLanguage();
  const navigate = useNavigate();
  const { view, setView, reset, isNarrowed } = useListView({
    filters: { status: newsletterStates },
    sorts: ['created_at', 'status', 'scheduled_for'],
    defaultSort: '-created_at',
  });
  const counts = useCounts('newsletters', counted);
  const found = usePageOfRows('newsletters', {
    view,
    filters: whereEqual<'newsletters'>('status', view.filters.status),
    search: { columns: ['subject_en', 'subject_fr', 'subject_ar'] },
    select,
  });
  const columns = useNewsletterColumns();
  const open = useCallback(
    (id: string) => void navigate(localPath(pathOf(id), language)),
    [navigate, language],
  );
  return (
    <>
      <ListToolbar
        search={
          <SearchField
            value={view.search}
            hint={t('list.search')}
            onSearch={(search) => setView({ search })}
          />
        }
        tabs={
          <FilterTabs
            label={t('list.filter')}
            tabs={tabs.map((value) => ({
              value,
              label: value === 'all' ? t('tabs.all') : t(`states.${value}`),
              count: counts[value],
            }))}
            chosen={view.filters.status ?? 'all'}
            onChoose={(value) =>
              setView({ filters: { status: value === 'all' ? undefined : value } })
            }
          />
        }
      />
      <ListFrame
        found={found}
        failed={t('list.failed')}
        empty={t('list.empty')}
        isEmpty={({ rows }) => rows.length === 0}
        onReset={isNarrowed ? reset : undefined}
      >
        {(page) => (
          <>
            <DataTable<Item>
              caption={t('list.title')}
              columns={columns}
              rows={page.rows}
              card={NewsletterCard}
              nameOf={nameOf}
              onOpen={open}
              sort={view.sort}
              onSort={(sort) => setView({ sort })}
            />
            <ListPager found={page} onTurn={(to) => setView({ page: to })} />
          </>
        )}
      </ListFrame>
    </>
  );
}

function useNewsletterColumns(): Column<Item>[] {
  const { t } = useTranslation('admin-newsletter');
  return useMemo(
    () => [
      {
        id: 'subject',
        head: t('list.subject'),
        rowHead: true,
        cell: (row) => <Subject row={row} />,
      },
      { id: 'status', head: t('list.state'), sorts: true, cell: (row) => <State row={row} /> },
      {
        id: 'written',
        head: t('list.languages'),
        cell: (row) => <Written row={row} />,
      },
      {
        id: 'sent',
        head: t('progress.sent'),
        align: 'end',
        cell: (row) => <Sent row={row} />,
      },
      {
        id: 'created_at',
        head: t('list.created'),
        sorts: true,
        cell: (row) => <bdi>{formatDate(row.created_at)}</bdi>,
      },
      {
        id: 'actions',
        head: t('columns.actions'),
        quietHead: true,
        align: 'end',
        cell: (row) => <DeleteDraft row={row} />,
      },
    ],
    [t],
  );
}

type Props = { row: Item };

function Subject({ row }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const language = useLanguage();
  const subject = localisedOrAny(row, 'subject', language);
  return (
    <LocalLink
      to={pathOf(row.id)}
      {...(subject.text !== '' && { lang: subject.lang, dir: subject.dir })}
      className="inline-flex min-h-11 items-center font-medium wrap-anywhere hover:underline lg:min-h-6"
    >
      {subject.text === '' ? t('list.noSubject') : subject.text}
    </LocalLink>
  );
}

function State({ row }: Props) {
  const isAhead = row.status === 'scheduled' && row.scheduled_for !== null;
  return (
    <div className="grid justify-items-start gap-0.5">
      <StatePill row={row} />
      {isAhead && <bdi className="text-label text-muted">{inMorocco(row.scheduled_for ?? '')}</bdi>}
    </div>
  );
}

const Written = ({ row }: Props) => (
  <TranslationState missing={languages.filter((each) => !row.written.includes(each))} />
);

function Sent({ row }: Props) {
  const language = useLanguage();
  if (row.recipients === 0) return null;
  const number = (value: number) => formatNumber(value, language);
  return (
    <bdi dir="ltr" className="tabular-nums">
      {number(row.sent)} / {number(row.recipients)}
    </bdi>
  );
}

/** Deletes a draft after confirmation; other newsletters stay. */
function DeleteDraft({ row }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const confirm = useConfirm();
  const remove = useDeleteRow('newsletters', {
    failed: t('list.deleteFailed'),
    deleted: t('list.deleted'),
  });
  if (row.status !== 'draft') return null;
  const subject = nameOf(row) || t('list.noSubject');
  const confirmDelete = async () => {
    const question = t('list.deleteQuestion');
    if (await confirm({ question, detail: subject, action: t('delete'), tone: 'bad' }))
      remove.mutate(row.id);
  };
  return (
    <Button
      look="quiet"
      aria-label={t('deleteOf', { email: subject })}
      aria-busy={remove.isPending}
      onClick={() => void confirmDelete()}
      className="justify-self-end px-0! text-bad lg:min-h-9"
    >
      {t('delete')}
    </Button>
  );
}

/** A newsletter as a card. */
function NewsletterCard({ row }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
      <Subject row={row} />
      <State row={row} />
      <Written row={row} />
      <Sent row={row} />
      <DeleteDraft row={row} />
    </div>
  );
}
