import type { CsvColumn } from '@/admin/kit/csv';
import { ListExport } from '@/admin/kit/list/list-export';
import { useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { statusWord, textIn, type Entry } from './inbox-entry';
import type { MessageListState } from './use-messages';
import type { SubmissionListState } from './use-submissions';

/** Exports the combined list; cells are quoted only if needed. */
export function SubmissionCsv({ list }: { list: SubmissionListState }) {
  const { t } = useTranslation('admin-inbox');
  const { name, email, date, status } = useSharedColumns();
  const form = { head: t('csv.form'), value: (entry: Entry) => t(`forms.${entry.form}`) };
  const columns = [form, name, email, date, status];
  return <ListExport list={list} name="form-submissions" quotes="needed" columns={columns} />;
}

/** Exports the contact messages; every cell is quoted. */
export function MessageCsv({ list }: { list: MessageListState }) {
  const { t } = useTranslation('admin-inbox');
  const { name, email, date, status } = useSharedColumns();
  const subject = { head: t('csv.subject'), value: (entry: Entry) => textIn(entry, 'subject') };
  const message = { head: t('csv.message'), value: (entry: Entry) => entry.message };
  const columns = [name, email, subject, message, status, date];
  return <ListExport list={list} name="contact-submissions" quotes="all" columns={columns} />;
}

function useSharedColumns() {
  const { t } = useTranslation('admin-inbox');
  const column = (
    head: 'name' | 'email' | 'date' | 'status',
    value: (entry: Entry) => string,
  ): CsvColumn<Entry> => ({ head: t(`csv.${head}`), value });
  return {
    name: column('name', (entry) => entry.name),
    email: column('email', (entry) => entry.email),
    date: column('date', (entry) => formatDate(entry.created_at)),
    status: column('status', (entry) => t(`statuses.${statusWord(entry.status)}`)),
  };
}
