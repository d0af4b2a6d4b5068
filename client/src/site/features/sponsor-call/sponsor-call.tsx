import { useTranslation } from '@/shared/i18n';
import { RidgeDrawing } from '@/shared/art/ridge-drawing';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { OnwardIcon } from '@/shared/ui/icons';

/** The call to action for sponsors on the home page. */
export function SponsorCall() {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="sponsor-call-title"
      className="altitude relative isolate overflow-clip gutter pt-16 md:pt-28"
    >
      <div className="grid items-end gap-x-16 gap-y-4 lg:grid-cols-[1fr_1.35fr]">
        <div className="pb-4 lg:pb-28">
          <p className="label font-bold text-accent">{t('sponsorCall.label')}</p>
          <h2 id="sponsor-call-title" className="display mt-4 text-heading">
            {t('sponsorCall.title')}
          </h2>
          <p className="measure mt-6 text-lead text-muted">{t('sponsorCall.text')}</p>
          <LocalLink to="/sponsor" className={buttonClass('solid', 'mt-8 min-h-13')}>
            {t('sponsorCall.action')}
            <OnwardIcon />
          </LocalLink>
        </div>
        <figure className="-mx-(--spacing-gutter) lg:ms-0 lg:-mb-10">
          <RidgeDrawing
            slug="k2"
            heightM={8611}
            attempt
            alone
            mark={
              <figcaption className="ps-(--spacing-gutter) text-small text-muted lg:ps-0">
                {t('sponsorCall.peak')}
              </figcaption>
            }
          />
        </figure>
      </div>
    </section>
  );
}
