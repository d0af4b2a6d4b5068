import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { DownloadLink } from '@/shared/ui/download-link';
import { whatsappLink } from '@/shared/ui/phone';

/** Alternatives to the form: the deck, the contact page, and WhatsApp if set. */
export function OtherWays({ whatsapp }: { whatsapp: string | null }) {
  const { t } = useTranslation('sponsor');
  const language = useLanguage();
  const chat = whatsappLink(whatsapp ?? '', t('other.whatsappText'));
  return (
    <section
      aria-labelledby="other-title"
      className="flex flex-wrap items-end justify-between gap-x-12 gap-y-8 gutter py-16 md:py-20"
    >
      <div>
        <h2 id="other-title" className="display text-title">
          {t('other.title')}
        </h2>
        <p className="measure mt-2 text-muted">{t('other.text')}</p>
      </div>
      <div className="flex max-w-full flex-wrap gap-3">
        <DownloadLink href={`/downloads/sponsor-deck.${language}.pdf`}>
          {t('other.deck')}
        </DownloadLink>
        <LocalLink to="/contact" className={buttonClass('line')}>
          {t('other.contact')}
        </LocalLink>
        {chat !== undefined && (
          <a href={chat} rel="noreferrer" className={buttonClass('line')}>
            {t('other.whatsapp')}
          </a>
        )}
      </div>
    </section>
  );
}
