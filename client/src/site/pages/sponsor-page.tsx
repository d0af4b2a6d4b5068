import { PageHero } from '@/site/features/hero/page-hero';
import { useSettings } from '@/shared/settings/use-settings';
import { Benefits } from '@/site/features/sponsorship/benefits';
import { LogoPlaces } from '@/site/features/sponsorship/logo-places';
import { OtherWays } from '@/site/features/sponsorship/other-ways';
import { SponsorForm } from '@/site/features/sponsorship/sponsor-form';
import { useTranslation } from '@/shared/i18n';
import { buttonClass } from '@/shared/ui/button';
import { PageHead } from '@/shared/ui/page-head';
import { FormBeside } from './form-beside';
import '@/site/styles/hero.css';
import '@/site/styles/scene.css';

/** The benefits of a sponsor, with the inquiry form beside them. */
export function SponsorPage() {
  const { t } = useTranslation('sponsor');
  const settings = useSettings();
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <PageHero
        label={t('label')}
        title={t('title')}
        lead={t('lead')}
        mountain="k2"
        view="night"
        actions={
          <a href="#sponsor-form" className={buttonClass('solid')}>
            {t('toForm')}
          </a>
        }
      />
      <FormBeside form={<SponsorForm />}>
        <Benefits />
      </FormBeside>
      <LogoPlaces />
      <div className="contour-top">
        <OtherWays whatsapp={settings.whatsapp} />
      </div>
    </>
  );
}
