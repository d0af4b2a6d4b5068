import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureText } from '@/api/failures';
import { useLanguage } from '@/i18n';
import { Button } from '@/ui/button';
import { FailureNotice } from '@/ui/failure-notice';
import { Spinner } from '@/ui/spinner';
import { useFormField, type FieldProps } from '@/admin/form/form-field';
import { pictureName } from './picture';
import { PicturePicker } from './picture-picker';
import { PictureThumbnail } from './picture-thumbnail';
import { usePicture } from './use-pictures';

type Props = FieldProps & {
  /** Another field that is validated again with this one: the picture may replace it. */
  validates?: string;
};

/** A picture of the library; the value is its id, '' for none. */
export function FormPicture(props: Props) {
  const { name, label, hint, className = '', validates } = props;
  const { t } = useTranslation('admin-pictures');
  const { field } = useController({ name, rules: { deps: validates ?? [] } });
  const { marks, error } = useFormField(props);
  const choose = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = typeof field.value === 'string' ? field.value : '';
  return (
    <fieldset
      name={name}
      aria-describedby={marks['aria-describedby']}
      className={`min-w-0 ${className}`}
    >
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
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
              field.ref(button);
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
                field.onChange('');
                choose.current?.focus(); // this button is gone
              }}
            >
              {t('picker.remove')}
            </Button>
          )}
        </div>
      </div>
      {hint !== undefined && (
        <p id={`${marks.id}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${marks.id}-error`} className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
      <PicturePicker
        open={isOpen}
        chosen={id}
        onChoose={(chosen) => {
          field.onChange(chosen);
          setOpen(false);
        }}
        onClose={() => setOpen(false)}
      />
    </fieldset>
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
    <div className="flex items-center gap-3">
      <PictureThumbnail picture={picture} className="h-20 w-28 shrink-0 border border-line" />
      <bdi className="min-w-0 text-small wrap-anywhere">{pictureName(picture, language)}</bdi>
    </div>
  );
}
