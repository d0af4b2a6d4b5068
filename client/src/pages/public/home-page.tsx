import { useTranslation } from 'react-i18next';
import { Hero } from '../../features/hero/hero';
import { useSettings } from '../../features/settings/use-settings';
import { FiguresStrip } from '../../features/settings/figures-strip';
import { useExpeditions } from '../../features/expeditions/use-expeditions';

/** The first page: fourteen mountains, what they add up to, and the way to the book. */
export function HomePage() {
  const { t } = useTranslation();
  const { figures } = useSettings();
  const expeditions = useExpeditions();
  return (
    <>
      <title>{t('head.home')}</title>
      <meta name="description" content={t('head.description.home')} />
      <Hero mountains={expeditions} figures={<FiguresStrip figures={figures} />} />
    </>
  );
}
