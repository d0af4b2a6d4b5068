import { useEffect, useState } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatAmount } from '@/shared/i18n/format';
import { buttonClass } from '@/shared/ui/button';

type Props = {
  priceMad: number;
  /** Element ids of the hero and of the form. The bar is hidden while one of them is in view. */
  opening: string;
  form: string;
};

/** A sticky bar with the price and a link to the form. */
export function OrderBar({ priceMad, opening, form }: Props) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const visible = useInView(opening, form);
  if (visible) return null;
  const price = t('price', { count: priceMad, amount: formatAmount(priceMad, language) });
  return (
    <aside
      aria-label={t('bar.label')}
      className="order-bar fixed inset-x-0 bottom-0 z-30 flex min-h-19 items-center justify-between gap-4 border-t border-line bg-raised gutter py-2 sm:justify-end"
    >
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="figure text-[1.75rem]">{price}</span>
        <span className="text-small text-muted">{t('order.cash')}</span>
      </p>
      <a href={`#${form}`} className={buttonClass('solid', 'min-h-12 px-7')}>
        {t('bar.order')}
      </a>
    </aside>
  );
}

/** Whether one of the elements is in the viewport; true until it is known. */
function useInView(...ids: [string, string]): boolean {
  const [first, second] = ids;
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set([first]));
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      setInView((before) => {
        const now = new Set(before);
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) now.add(target.id);
          else now.delete(target.id);
        }
        return now;
      });
    });
    for (const id of [first, second]) {
      const element = document.getElementById(id);
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [first, second]);
  return inView.size > 0;
}
