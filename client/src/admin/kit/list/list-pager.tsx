import { useEffect, useState } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Pager } from '@/shared/ui/pager';
import type { PageOfRows } from '@/admin/kit/rows/use-page-of-rows';
import { pageSize, pageSizes, type PageSize } from './page-size';

type Props = {
  found: PageOfRows<unknown>;
  onTurn: (page: number) => void;
  /** Whether the number of rows of a page can be chosen: the list then asks for usePageSize rows. */
  sizes?: boolean;
};

/** The position in all rows, with buttons for the next and the previous page. */
export function ListPager({ found: { rows, total, page, size }, onTurn, sizes = false }: Props) {
  const { t } = useTranslation('admin-kit');
  const language = useLanguage();
  // The page changes in the address, and so later than the size: a larger page 9 may not exist.
  const [wanted, setWanted] = useState<PageSize>();
  useEffect(() => {
    if (wanted !== undefined && page === 1) pageSize.set(wanted);
  }, [wanted, page]);
  const first = (page - 1) * size + 1;
  const number = (value: number) => formatNumber(value, language);
  const position = t('pager.position', {
    first: number(first),
    last: number(first + rows.length - 1),
    total: number(total),
  });
  const pages = Math.max(1, Math.ceil(total / size));
  const choice = sizes && total > pageSizes[0] && (
    <label className="flex items-center gap-2 text-small text-muted">
      {t('pager.size')}
      <select
        value={wanted ?? size}
        onChange={({ target }) => {
          setWanted(pageSizes.find((each) => String(each) === target.value));
          if (page !== 1) onTurn(1);
        }}
        className="min-h-11 rounded-block border border-edge bg-raised px-2 text-ink lg:min-h-9"
      >
        {pageSizes.map((each) => (
          <option key={each} value={each}>
            {number(each)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="mt-3 grid gap-3">
      {pages === 1 ? (
        <p className="text-small text-muted">{position}</p>
      ) : (
        <Pager
          label={t('pager.label')}
          position={position}
          previousLabel={t('pager.previous')}
          nextLabel={t('pager.next')}
          page={page}
          pages={pages}
          onPage={onTurn}
        />
      )}
      {choice}
    </div>
  );
}
