import type { Language } from '@/shared/i18n/language';
import type { Row } from '@/shared/api/rows';

export type Picture = Row<'pictures'>;
/** A picture in the library; `uses` counts the places that show it. */
export type ListedPicture = Row<'picture_list'>;

type File = Pick<Picture, 'path'>;

/** The address of the file. It is new with each file, so that it may be cached for ever. */
export const pictureAddress = ({ path }: File): string => `/storage/v1/object/public/media/${path}`;

/** The address of the picture at a width in pixels, rendered by the server. */
export const renderedAddress = ({ path }: File, width: number): string =>
  `/storage/v1/render/image/public/media/${path}?width=${width}&resize=contain`;

type Described = Pick<Picture, 'alt_en' | 'alt_fr' | 'alt_ar'>;

/** The alternative text in a language, or in English; '' if there is none. */
export const altOf = (picture: Described, language: Language): string =>
  picture[`alt_${language}`] === '' ? picture.alt_en : picture[`alt_${language}`];

/** The name of a picture in lists: its alternative text or the name of its file. */
export const pictureName = (picture: Described & { name: string }, language: Language): string =>
  altOf(picture, language) || picture.name;
