import { useCallback, useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useConfirm } from '@/admin/kit/confirm';
import type { Column } from '@/admin/kit/list/column';
import { OptionalTabs } from '@/admin/kit/list/filter-tabs';
import { ListScreen, ListTable } from '@/admin/kit/list/list-screen';
import { useList, useTabCounts } from '@/admin/kit/list/use-list';
import { inMorocco } from '@/admin/kit/morocco-time';
import { whereEqual } from '@/admin/kit/rows/filters';
import { useDeleteRow } from '@/admin/kit/rows/use-delete-row';
import { TranslationState } from '@/admin/kit/translation-state';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatDate, formatNumber } from '@/shared/i18n/format';
import { languages } from '@/shared/i18n/language';
import { LocalLink, localPath } from '@/shared/ui/local-link';
import { localisedOrAny } from '@/shared/i18n/localised';
import { Button } from '@/shared/ui/button';
import type { Row } from '@/shared/api/rows';
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

const views = {
  filters: { status: newsletterStates },
  sorts: ['created_at', 'status', 'scheduled_for'],
  defaultSort: '-created_at',
} as const;
const searched = { columns: ['subject_en', 'subject_fr', 'subject_ar'] } as const;
const itemOf = (row: Row<'newsletters'>): Item => row;

const pathOf = (id: string) => `/admin/newsletters/edit/${id}`;
const nameOf = (item: Item): string => item.subject_en || item.subject_fr || item.subject_ar;

type Props = {
  /** The button that begins a newsletter. */
  add: ReactNode;
};

/** The newsletters, newest first. */
export function NewsletterList({ add }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const language = useLanguage();
  const navigate = useNavigate();
  const list = useList({
    relation: 'newsletters',
    views,
    query: ({ filters }) => ({
      filters: whereEqual<'newsletters'>('status', filters.status),
      search: searched,
      select,
    }),
    rowOf: itemOf,
  });
  const { view, setView } = list;
  const counts = useTabCounts(list, newsletterStates, (status) => ({ status }));
  const columns = useNewsletterColumns();
  const open = useCallback(
    (id: string) => void navigate(localPath(pathOf(id), language)),
    [navigate, language],
  );
  return (
    <ListScreen
      list={list}
      name="newsletters"
      texts={{ search: t('list.search'), failed: t('list.failed'), empty: t('list.empty') }}
      tabs={
        <OptionalTabs
          label={t('list.filter')}
          values={newsletterStates}
          labelOf={(status) => (status === 'all' ? t('tabs.all') : t(`states.${status}`))}
          counts={counts}
          chosen={view.filters.status}
          onChoose={(status) => setView({ filters: { status } })}
        />
      }
      emptyAction={add}
    >
      {(rows) => (
        <ListTable
          list={list}
          caption={t('list.title')}
          columns={columns}
          rows={rows}
          card={NewsletterCard}
          nameOf={nameOf}
          onOpen={open}
        />
      )}
    </ListScreen>
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

type RowProps = { row: Item };

function Subject({ row }: RowProps) {
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

function State({ row }: RowProps) {
  const isAhead = row.status === 'scheduled' && row.scheduled_for !== null;
  return (
    <div className="grid justify-items-start gap-0.5">
      <StatePill row={row} />
      {isAhead && <bdi className="text-label text-muted">{inMorocco(row.scheduled_for ?? '')}</bdi>}
    </div>
  );
}

const Written = ({ row }: RowProps) => (
  <TranslationState missing={languages.filter((each) => !row.written.includes(each))} />
);

function Sent({ row }: RowProps) {
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
function DeleteDraft({ row }: RowProps) {
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
function NewsletterCard({ row }: RowProps) {
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
