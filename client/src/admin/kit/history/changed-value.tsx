import type { Json } from '@/shared/api/schema.gen';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatDate, formatDateTime, formatNumber } from '@/shared/i18n/format';
import { columnParts, excerptOf } from './entry';
import { staffColumns, useStaffName } from './use-staff';

type Props = { column: string; value: Json };

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** A column value for display: dates formatted, admins by name, long texts shortened. */
export function ChangedValue({ column, value }: Props) {
  const { t } = useTranslation('admin-audit');
  const excerpt = excerptOf(value);
  if (excerpt !== undefined) return <Part column={column} {...excerpt} />;
  if (value === null || value === '') return <i className="text-muted">{t('nothing')}</i>;
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'string') return <Text column={column} text={value} />;
  return <code dir="ltr">{JSON.stringify(value)}</code>;
}

function Text({ column, text }: { column: string; text: string }) {
  if (moment.test(text)) return <bdi dir="ltr">{formatDateTime(text)}</bdi>;
  if (day.test(text)) return <bdi dir="ltr">{formatDate(text)}</bdi>;
  if (staffColumns.includes(column)) return <Admin id={text} />;
  return (
    <span dir="auto" lang={columnParts(column).language} className="block whitespace-pre-wrap">
      {text}
    </span>
  );
}

function Admin({ id }: { id: string }) {
  return <bdi>{useStaffName(id) ?? id}</bdi>;
}

type PartProps = { column: string; excerpt: string; from: number; length: number };

function Part({ column, excerpt, from, length }: PartProps) {
  const { t } = useTranslation('admin-audit');
  const language = useLanguage();
  const before = from > 1 ? '… ' : '';
  const after = from + excerpt.length <= length ? ' …' : '';
  return (
    <>
      <Text column={column} text={`${before}${excerpt}${after}`} />
      <small className="mt-1 block text-label text-muted">
        {t('length', { length: formatNumber(length, language) })}
      </small>
    </>
  );
}
