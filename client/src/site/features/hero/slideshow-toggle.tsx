import { useTranslation } from '@/shared/i18n';
import { PauseIcon, PlayIcon } from '@/shared/ui/icons';
import type { Slideshow } from './use-slideshow';

/** The classes of the controls of a hero. */
export const heroControl =
  'grid size-11 place-items-center rounded-block hover:bg-ink hover:text-ground';

/** Pauses and resumes the slideshow. */
export function SlideshowToggle({ show }: { show: Slideshow }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={heroControl}
      aria-label={show.playing ? t('hero.pause') : t('hero.play')}
      onClick={show.toggle}
    >
      {show.playing ? <PauseIcon /> : <PlayIcon />}
    </button>
  );
}
