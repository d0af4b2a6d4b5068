import { useState } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { PlayIcon } from '@/shared/ui/icons';
import { lazyComponent } from '@/shared/ui/lazy';

type Props = {
  /** YouTube id. */
  film: string;
  /** Called when the film opens and closes, so that the slideshow pauses. */
  onToggle: (open: boolean) => void;
};

const FilmDialog = lazyComponent(() => import('./film-dialog').then((m) => m.FilmDialog));

/** The button that opens the film. The dialog is lazy-loaded on the first click. */
export function FilmModal({ film, onToggle }: Props) {
  const { t } = useTranslation();
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const turn = (open: boolean) => {
    setState(open ? 'open' : 'closed');
    onToggle(open);
  };
  return (
    <>
      <Button look="line" aria-haspopup="dialog" onClick={() => turn(true)}>
        <PlayIcon />
        {t('hero.film')}
      </Button>
      {state !== 'unopened' && (
        <FilmDialog film={film} open={state === 'open'} onClose={() => turn(false)} />
      )}
    </>
  );
}
