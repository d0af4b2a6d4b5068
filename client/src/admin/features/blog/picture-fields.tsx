import { useId } from 'react';
import { PictureChoice } from '@/admin/kit/pictures/picture-choice';
import { PicturePreview } from '@/admin/kit/pictures/picture-preview';
import { isPictureAddress } from '@/admin/kit/writing/picture-address';
import { useTranslation } from '@/shared/i18n';
import { directionOf, languages, type Language } from '@/shared/i18n/language';
import { TextField } from '@/shared/ui/field';
import type { PostEditorStore } from './post-editor-store';
import { columnOf } from './post-values';
import { useField } from './use-field';

/** The featured picture: one of the library, or else an image by its address with its alternative texts. */
export function PictureFields({ store }: { store: PostEditorStore }) {
  const { t } = useTranslation('admin-blog');
  const hint = useId();
  const [picture, choose] = useField(store, 'picture_id');
  const [address] = useField(store, 'featured_image_url');
  return (
    <>
      <fieldset aria-describedby={hint} className="min-w-0">
        <legend className="mb-1.5 text-small font-medium">{t('fields.image')}</legend>
        <PictureChoice id={picture} onChange={choose} />
        <p id={hint} className="mt-1.5 text-small text-muted">
          {t('hints.image')}
        </p>
      </fieldset>
      <details open={address !== '' && picture === ''}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-small underline underline-offset-4 lg:min-h-8">
          {t('hints.imageOther')}
        </summary>
        <div className="grid gap-4">
          <AddressFields store={store} />
        </div>
      </details>
    </>
  );
}

function AddressFields({ store }: { store: PostEditorStore }) {
  const { t } = useTranslation('admin-blog');
  const [address, write] = useField(store, 'featured_image_url');
  const isWrong = address !== '' && !isPictureAddress(address);
  return (
    <>
      <TextField
        label={t('fields.imageAddress')}
        hint={t('hints.imageAddress')}
        error={isWrong ? t('image.wrong') : undefined}
        name="featured_image_url"
        type="url"
        dir="ltr"
        maxLength={2000}
        value={address}
        onChange={(event) => write(event.currentTarget.value)}
      />
      {address !== '' && !isWrong && (
        <>
          <PicturePreview src={address.trim()} />
          {languages.map((language) => (
            <PictureAlt key={language} store={store} language={language} />
          ))}
        </>
      )}
    </>
  );
}

function PictureAlt({ store, language }: { store: PostEditorStore; language: Language }) {
  const { t } = useTranslation('admin-blog');
  const [text, write] = useField(store, columnOf('featured_image_alt', language));
  return (
    <TextField
      name={columnOf('featured_image_alt', language)}
      label={t('fields.alt', { in: t(`in.${language}`) })}
      lang={language}
      dir={directionOf(language)}
      maxLength={300}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
    />
  );
}
