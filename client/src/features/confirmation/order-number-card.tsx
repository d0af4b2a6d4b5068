import { useTranslation } from '@/i18n';
import { RidgeDrawing } from '@/art/ridge-drawing';
import { Button, buttonClass } from '@/ui/button';

type Props = { code: string; wordmark: string; demonstration: boolean };

/** A card with the order number, which can be printed or sent to oneself by e-mail. */
export function OrderNumberCard({ code, wordmark, demonstration }: Props) {
  const { t } = useTranslation('checkout');
  const subject = encodeURIComponent(t('order.mailSubject', { code }));
  const text = encodeURIComponent(t('order.mailText', { code }));
  return (
    <section
      aria-labelledby="slip-title"
      className="slip print-slip relative overflow-clip bg-raised"
    >
      <div className="absolute end-4 top-4 w-72 text-accent opacity-50 max-md:hidden">
        <RidgeDrawing slug="everest" heightM={8848} />
      </div>
      <div className="relative p-[min(1.5rem,5vw)] sm:p-9">
        <h2 id="slip-title" className="text-small font-medium text-muted">
          {t('order.number')}
        </h2>
        <p className="mt-2 figure text-[clamp(2rem,7vw,4rem)] break-all">
          <bdi dir="ltr">{code}</bdi>
        </p>
        <p className="mt-4">{t(demonstration ? 'demo' : 'order.delivery')}</p>
      </div>
      <div className="perforation" aria-hidden="true" />
      <div className="flex flex-wrap items-center justify-between gap-4 p-[min(1.5rem,5vw)] sm:p-9">
        <p dir="ltr" lang="en" className="figure text-xl tracking-wide uppercase">
          {wordmark}
        </p>
        <div className="no-print flex flex-wrap gap-3">
          <Button look="line" onClick={() => window.print()}>
            {t('order.print')}
          </Button>
          <a href={`mailto:?subject=${subject}&body=${text}`} className={buttonClass('line')}>
            {t('order.mail')}
          </a>
        </div>
      </div>
    </section>
  );
}
