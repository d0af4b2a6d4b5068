import { createPortal } from 'react-dom';
import { RecordHistory } from '@/admin/kit/record-history';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { OnwardIcon } from '@/shared/ui/icons';
import { EntryFactsList } from './entry-facts-list';
import type { Entry } from './inbox-entry';

type Props = { entry: Entry; foot: HTMLElement | null };

/** A book order in the inbox: its facts, and a link to its screen. */
export function OrderDetails({ entry, foot }: Props) {
  const { t } = useTranslation('admin-inbox');
  const orderLink = (
    <LocalLink
      to={`/admin/book-orders?open=${entry.id}`}
      className={buttonClass('solid', 'w-full sm:w-auto')}
    >
      {t('openOrder')}
      <OnwardIcon />
    </LocalLink>
  );
  return (
    <>
      <EntryFactsList entry={entry} />
      <div className="mt-6">
        <RecordHistory table="book_orders" id={entry.id} />
      </div>
      {foot && createPortal(orderLink, foot)}
    </>
  );
}
