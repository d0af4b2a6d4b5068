import type { ComponentProps } from 'react';
import type { LightboxSlide } from './lightbox';
import { Photo, type PhotoFile } from '@/shared/ui/photo';
import { largestOf } from '@/shared/ui/photo-renderings';
import { useLanguage } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { localised } from '@/shared/i18n/localised';

type Texts<Field extends string> = Record<`${Field}_${'en' | 'fr' | 'ar'}`, string>;

/** A picture of the library with its texts. */
export type LibraryPicture = PhotoFile & Texts<'alt'> & Texts<'credit'>;

type Props = Omit<ComponentProps<typeof Photo>, 'file' | 'alt' | 'credit'> & {
  picture: LibraryPicture;
  /** True beside a text that says the same: it gets no alternative text. */
  decorative?: boolean;
  /** True where a credit has no room. */
  uncredited?: boolean;
};

/** A photograph with its alternative text and credit in the language of the page, else in English. */
export function LocalisedPhoto({
  picture,
  decorative = false,
  uncredited = false,
  ...photo
}: Props) {
  const language = useLanguage();
  const alt = localised(picture, 'alt', language);
  return (
    <Photo
      {...photo}
      file={picture}
      alt={decorative ? { ...alt, text: '' } : alt}
      {...(!uncredited && { credit: localised(picture, 'credit', language) })}
    />
  );
}

/** A photograph as a slide of the lightbox, with its alternative text as the title. */
export function librarySlide(picture: LibraryPicture, language: Language): LightboxSlide {
  const alt = localised(picture, 'alt', language).text;
  return {
    ...largestOf(picture),
    alt,
    title: alt,
    text: localised(picture, 'credit', language).text,
  };
}
