import { useMemo } from 'react';
import { useConfirm } from '@/admin/kit/confirm';
import type { Column } from '@/admin/kit/list/column';
import { useDeleteRow } from '@/admin/kit/rows/use-delete-row';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { languages } from '@/shared/i18n/language';
import { languageNameIn } from '@/shared/i18n/language-names';
import { Button } from '@/shared/ui/button';
import { Pill } from '@/shared/ui/pill';
import { notify } from '@/shared/ui/toast';
import { stateOf, type Subscriber } from './subscriber';

/** The columns of the list. */
export function useSubscriberColumns(): Column<Subscriber>[] {
  const { t } = useTranslation('admin-newsletter');
  return useMemo(
    () => [
      {
        id: 'email',
        head: t('columns.email'),
        sorts: true,
        rowHead: true,
        cell: (row) => <Address row={row} />,
      },
      { id: 'status', head: t('columns.status'), cell: (row) => <State row={row} /> },
      { id: 'language', head: t('columns.language'), cell: (row) => <LanguageName row={row} /> },
      {
        id: 'created_at',
        head: t('columns.asked'),
        sorts: true,
        cell: (row) => <bdi>{formatDate(row.created_at)}</bdi>,
      },
      {
        id: 'confirmed_at',
        head: t('columns.confirmed'),
        sorts: true,
        cell: ({ confirmed_at: at }) => at !== null && <bdi>{formatDate(at)}</bdi>,
      },
      {
        id: 'actions',
        head: t('columns.actions'),
        quietHead: true,
        align: 'end',
        cell: (row) => <DeleteButton row={row} />,
      },
    ],
    [t],
  );
}

type Props = { row: Subscriber };

const Address = ({ row: { email } }: Props) => (
  <bdi dir="ltr" className="font-medium wrap-anywhere">
    {email}
  </bdi>
);

const tones = { confirmed: 'done', pending: 'new', unsubscribed: 'other' } as const;

function State({ row }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const state = stateOf(row);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Pill tone={tones[state]}>{t(`status.${state}`)}</Pill>
      {row.imported_at !== null && <span className="text-label text-muted">{t('imported')}</span>}
    </span>
  );
}

function LanguageName({ row }: Props) {
  const ui = useLanguage();
  const language = languages.find((each) => each === row.language);
  return language === undefined ? row.language : languageNameIn(language, ui);
}

/** Deletes a subscriber after confirmation. */
function DeleteButton({ row: { id, email } }: Props) {
  const { t } = useTranslation('admin-newsletter');
  const confirm = useConfirm();
  const remove = useDeleteRow('newsletter_subscribers', {
    failed: t('notDeleted', { email }),
    onDone: () => notify('good', t('deleted', { email }), { ms: 6000 }),
  });
  const confirmDelete = async () => {
    const question = t('deleteQuestion', { email });
    const detail = t('deleteDetail');
    if (await confirm({ question, detail, action: t('delete'), tone: 'bad' })) remove.mutate(id);
  };
  return (
    <Button
      look="quiet"
      aria-label={t('deleteOf', { email })}
      onClick={() => void confirmDelete()}
      className="justify-self-end px-0! text-bad lg:min-h-9"
    >
      {t('delete')}
    </Button>
  );
}

/** A subscriber as a card. */
export function SubscriberCard({ row }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
      <Address row={row} />
      <span className="justify-self-end">
        <State row={row} />
      </span>
      <p className="flex flex-wrap gap-x-3 text-label text-muted">
        <LanguageName row={row} />
        <bdi>{formatDate(row.created_at)}</bdi>
      </p>
      <DeleteButton row={row} />
    </div>
  );
}
