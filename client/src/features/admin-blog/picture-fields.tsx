import { useTranslation } from 'react-i18next';
import { directionOf, languages, type Language } from '../../i18n/language';
import { TextField } from '../../ui/field';
import { isPictureAddress } from './article-figure';
import type { PostDesk } from './post-desk';
import { columnOf } from './post-words';
import { useField } from './use-desk-state';

/** The image at the head of the post, and what it shows, in each language. */
export function PictureFields({ desk }: { desk: PostDesk }) {
  const { t } = useTranslation('desk-blog');
  const [address, write] = useField(desk, 'featured_image_url');
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
            <PictureWords key={language} desk={desk} language={language} />
          ))}
        </>
      )}
    </>
  );
}

function PictureWords({ desk, language }: { desk: PostDesk; language: Language }) {
  const { t } = useTranslation('desk-blog');
  const [words, write] = useField(desk, columnOf('featured_image_alt', language));
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
