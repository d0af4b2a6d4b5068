import { useTranslation } from 'react-i18next';
import { directionOf, languages, type Language } from '@/i18n/language';
import { TextField } from '@/ui/field';
import { isPictureAddress } from '@/admin/writing/picture-address';
import type { PostEditorStore } from './post-editor-store';
import { columnOf } from './post-values';
import { useField } from './use-post-editor-state';

/** The featured image and its alternative text in each language. */
export function PictureFields({ store }: { store: PostEditorStore }) {
  const { t } = useTranslation('admin-blog');
  const [address, write] = useField(store, 'featured_image_url');
  const isWrong = address !== '' && !isPictureAddress(address);
  return (
    <>
      <TextField
        label={t('fields.image')}
        hint={t('hints.image')}
        error={isWrong ? t('image.wrong') : undefined}
        type="url"
        dir="ltr"
        maxLength={2000}
        value={address}
        onChange={(event) => write(event.currentTarget.value)}
      />
      {address !== '' && !isWrong && (
        <>
          <img
            src={address}
            alt=""
            className="aspect-video w-full rounded-block border border-line bg-raised object-cover"
          />
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
  const [words, write] = useField(store, columnOf('featured_image_alt', language));
  return (
    <TextField
      label={t('fields.alt', { in: t(`in.${language}`) })}
      lang={language}
      dir={directionOf(language)}
      maxLength={500}
      value={words}
      onChange={(event) => write(event.currentTarget.value)}
    />
  );
}
