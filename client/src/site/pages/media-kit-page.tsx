import { SceneDrawing } from '@/shared/art/scene-drawing';
import { SceneHero } from '@/site/features/hero/scene-hero';
import { Biography } from '@/site/features/press/biography';
import { Drawings } from '@/site/features/press/drawings';
import { Facts } from '@/site/features/press/facts';
import { Marks } from '@/site/features/press/marks';
import { pressBoxes, PressDrawing } from '@/site/features/press/press-drawing';
import { PressVideo } from '@/site/features/press/press-video';
import { RequestLink } from '@/site/features/press/request-link';
import { useBios } from '@/site/features/settings/use-bios';
import { PortraitPhoto } from '@/site/features/settings/setting-photo';
import { useSettings } from '@/shared/settings/use-settings';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { DownloadLink } from '@/shared/ui/download-link';
import { PageHead } from '@/shared/ui/page-head';
import '@/site/styles/hero.css';
import '@/site/styles/scene.css';

/** The media kit: biography, facts, logos, drawings and film. */
export function MediaKitPage() {
  const { t } = useTranslation('press');
  const language = useLanguage();
  const settings = useSettings();
  const bios = useBios(settings.namedAs);
  return (
    <>
      <PageHead title={t('kit.head.title')} description={t('kit.head.description')} />
      <SceneHero
        label={t('kit.label')}
        title={t('kit.title')}
        lead={t('kit.lead')}
        reversed
        actions={
          <>
            <DownloadLink look="solid" href={`/downloads/media-kit.${language}.pdf`}>
              {t('kit.pdf')}
            </DownloadLink>
            <RequestLink email={settings.email} />
          </>
        }
      >
        <SceneDrawing
          label={t('kit.scene')}
          {...pressBoxes}
          render={(view) => <PressDrawing view={view} />}
        />
      </SceneHero>
      <Biography
        bios={bios}
        name={settings.namedAs}
        photo={
          <PortraitPhoto className="mt-8 aspect-4/5 w-full max-w-96 self-start xl:mt-0 xl:w-1/4" />
        }
      />
      <Facts />
      <Marks wordmark={settings.wordmark} />
      <Drawings />
      <PressVideo film={settings.homeFilm} email={settings.email} />
    </>
  );
}
