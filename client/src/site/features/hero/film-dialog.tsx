import { useTranslation } from '@/shared/i18n';
import { Dialog } from '@/shared/ui/dialog';
import { VideoFrame } from '@/shared/ui/video';

type Props = {
  /** YouTube id. */
  film: string;
  open: boolean;
  onClose: () => void;
};

/** The film in a dialog. There is no request to YouTube before it opens. */
export function FilmDialog({ film, open, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('hero.filmTitle')}
      closeLabel={t('close')}
      className="scheme-dark max-w-6xl"
    >
      <VideoFrame id={film} title={t('hero.filmTitle')} />
    </Dialog>
  );
}
