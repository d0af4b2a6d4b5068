import { useTranslation } from 'react-i18next';
import type { CsvColumn } from '@/admin/csv';
import { CsvExport } from '@/admin/csv-export';
import { selectPage, type PageOfRows } from '@/admin/rows/use-page-of-rows';
import { formatDate } from '@/i18n/format';
import { messageEntry, statusWord, submissionEntry, textIn, type Entry } from './inbox-entry';
import type { useMessageView, useSubmissionView } from './inbox-view';
import { messageQuery } from './use-messages';
import { submissionQuery } from './use-submissions';

const size = 1000; // rows per request

type Props<View> = { view: View; me: string };

/** Exports the combined list; cells are quoted only if needed. */
export function SubmissionCsv({ view, me }: Props<ReturnType<typeof useSubmissionView>['view']>) {
  const { t } = useTranslation('admin-inbox');
  const { name, email, date, status } = useSharedColumns();
  const form = { head: t('csv.form'), value: (entry: Entry) => t(`forms.${entry.form}`) };
  const query = submissionQuery(view, me);
  return (
    <CsvExport
      name="form-submissions"
      quotes="needed"
      columns={[form, name, email, date, status]}
      page={async (page, signal) => {
        const pageQuery = { ...query, size, view: { ...view, page } };
        return asEntries(await selectPage('form_submissions', pageQuery, signal), submissionEntry);
      }}
    />
  );
}

/** Exports the contact messages; every cell is quoted. */
export function MessageCsv({ view, me }: Props<ReturnType<typeof useMessageView>['view']>) {
  const { t } = useTranslation('admin-inbox');
  const { name, email, date, status } = useSharedColumns();
  const subject = { head: t('csv.subject'), value: (entry: Entry) => textIn(entry, 'subject') };
  const message = { head: t('csv.message'), value: (entry: Entry) => entry.message };
  const query = messageQuery(view, me);
  return (
    <CsvExport
      name="contact-submissions"
      quotes="all"
      columns={[name, email, subject, message, status, date]}
      page={async (page, signal) => {
        const pageQuery = { ...query, size, view: { ...view, page } };
        return asEntries(await selectPage('contact_submissions', pageQuery, signal), messageEntry);
      }}
    />
  );
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

const asEntries = <Row,>(
  page: PageOfRows<Row>,
  entryOf: (row: Row) => Entry,
): PageOfRows<Entry> => ({ ...page, rows: page.rows.map(entryOf) });
