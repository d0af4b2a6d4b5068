import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/i18n';
import { formatNumber } from '@/i18n/format';
import { Pager } from '@/ui/pager';
import type { PageOfRows } from '@/admin/rows/use-page-of-rows';

type Props = { found: PageOfRows<unknown>; onTurn: (page: number) => void };

/** The position in all rows, with buttons for the next and the previous page. */
export function ListPager({ found: { rows, total, page, size }, onTurn }: Props) {
  const { t } = useTranslation('admin-kit');
  const language = useLanguage();
  const first = (page - 1) * size + 1;
  const number = (value: number) => formatNumber(value, language);
  const position = t('pager.position', {
    first: number(first),
    last: number(first + rows.length - 1),
    total: number(total),
  });
  const pages = Math.max(1, Math.ceil(total / size));
  if (pages === 1) return <p className="mt-3 text-small text-muted">{position}</p>;
  return (
    <div className="mt-3">
      <Pager
        label={t('pager.label')}
        position={position}
        previousLabel={t('pager.previous')}
        nextLabel={t('pager.next')}
        page={page}
        pages={pages}
        onPage={onTurn}
      />
    </div>
  );
}
