import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { PlayIcon } from '../../ui/icons';
import { VideoFrame } from '../../ui/video';

type Props = {
  /** YouTube id. */
  film: string;
  /** Told when the film opens and closes, so that nothing moves behind it. */
  onToggle: (open: boolean) => void;
};

/** The button that opens the film, and the film. Nothing is asked of YouTube before it is pressed. */
export function FilmModal({ film, onToggle }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const turn = (to: boolean) => {
    setOpen(to);
    onToggle(to);
  };
  return (
    <>
      <Button look="line" aria-haspopup="dialog" onClick={() => turn(true)}>
        <PlayIcon />
        {t('hero.film')}
      </Button>
      <Dialog
        open={open}
        onClose={() => turn(false)}
        title={t('hero.filmTitle')}
        closeLabel={t('close')}
        className="scheme-dark max-w-6xl"
      >
        <VideoFrame id={film} title={t('hero.filmTitle')} />
      </Dialog>
    </>
  );
}
