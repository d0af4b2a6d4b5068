import { useRef, useState } from 'react';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { Button } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { Spinner } from '@/shared/ui/spinner';
import { pictureName } from './picture';
import { PictureThumbnail } from './picture-thumbnail';
import { usePicture } from './use-pictures';

/** The library in a dialog, loaded when it is first opened. */
export const PicturePicker = lazyComponent(
  () => import('./picture-picker').then((m) => m.PicturePicker),
  null,
  LoadFailure,
);

type Props = {
  /** The id of the picture; '' for none. */
  id: string;
  onChange: (id: string) => void;
  /** Gets the button that opens the library. */
  buttonRef?: (button: HTMLButtonElement | null) => void;
};

/** The chosen picture of the library, and the buttons to choose another one or none. */
export function PictureChoice({ id, onChange, buttonRef }: Props) {
  const { t } = useTranslation('admin-pictures');
  const choose = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <div className="grid gap-3 rounded-block border border-line p-3">
        {id === '' ? (
          <p className="text-small text-muted">{t('picker.none')}</p>
        ) : (
          <ChosenPicture id={id} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            ref={(button) => {
              choose.current = button;
              buttonRef?.(button);
            }}
            look="line"
            onClick={() => setOpen(true)}
          >
            {t(id === '' ? 'picker.choose' : 'picker.change')}
          </Button>
          {id !== '' && (
            <Button
              look="quiet"
              onClick={() => {
                onChange('');
                choose.current?.focus(); // this button is gone
              }}
            >
              {t('picker.remove')}
            </Button>
          )}
        </div>
      </div>
      {isOpen !== undefined && (
        <PicturePicker
          open={isOpen}
          chosen={id}
          onChoose={(chosen) => {
            onChange(chosen);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function ChosenPicture({ id }: { id: string }) {
  const { t } = useTranslation(['admin-pictures', 'site']);
  const language = useLanguage();
  const { data: picture, error, refetch } = usePicture(id);
  if (picture === undefined) {
    return error === null ? (
      <Spinner label={t('site:loading')} className="min-h-20" />
    ) : (
      <FailureNotice
        text={`${t('picker.failed')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (picture === null) return <p className="text-small text-bad">{t('picker.gone')}</p>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <PictureThumbnail picture={picture} className="h-20 w-28 shrink-0 border border-line" />
      <div className="min-w-0 text-small">
        <bdi className="wrap-anywhere">{pictureName(picture, language)}</bdi>
        {picture.alt_en === '' && <p className="text-bad">{t('picker.undescribed')}</p>}
        <LocalLink
          to={`/admin/media?open=${picture.id}`}
          target="_blank"
          className="flex min-h-11 items-center underline underline-offset-4 lg:min-h-8"
        >
          {t('picker.details')}
        </LocalLink>
      </div>
    </div>
  );
}
