import { useLanguage, useTranslation } from '@/shared/i18n';
import { Pill } from '@/shared/ui/pill';
import { pictureName, type ListedPicture } from './picture';
import { PictureThumbnail } from './picture-thumbnail';

type Props = {
  label: string;
  pictures: readonly ListedPicture[];
  /** The chosen picture. */
  chosen?: string | undefined;
  onOpen: (id: string) => void;
};

/** Pictures as cards, each a button. */
export function PictureGrid({ label, pictures, chosen, onOpen }: Props) {
  const { t } = useTranslation('admin-pictures');
  const language = useLanguage();
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6"
    >
      {pictures.map((picture) => (
        <li key={picture.id} className="min-w-0">
          <button
            type="button"
            data-row={picture.id}
            aria-pressed={chosen === undefined ? undefined : chosen === picture.id}
            onClick={() => onOpen(picture.id)}
            className="block w-full border border-line bg-raised text-start hover:border-ink aria-pressed:outline-2 aria-pressed:outline-accent"
          >
            <PictureThumbnail picture={picture} className="aspect-4/3 w-full" />
            <span className="block p-2">
              <bdi className="block truncate text-small">{pictureName(picture, language)}</bdi>
              <span className="flex flex-wrap gap-1 pt-1 empty:hidden">
                {picture.alt_en === '' && <Pill tone="new">{t('undescribed')}</Pill>}
                {picture.uses === 0 && <Pill tone="other">{t('unused')}</Pill>}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
