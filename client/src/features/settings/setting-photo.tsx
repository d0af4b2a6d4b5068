import { useQuery } from '@tanstack/react-query';
import { pictureQuery, type Picture } from '@/api/public-data';
import { PhotoPlace } from '@/i18n/localised-photo';
import { useSettings } from './use-settings';

/** The portrait that the owner has chosen; nothing without one. */
export function PortraitPhoto({ className }: { className: string }) {
  return (
    <PhotoPlace
      name="story.portrait"
      picture={useSettingPicture(useSettings().portraitPicture)}
      sizes="(min-width: 64rem) 24rem, 92vw"
      className={className}
    />
  );
}

/** A photograph of the cover, to lie over the drawn one, which has its accessible name; nothing without one. */
export function CoverPhoto() {
  return (
    <PhotoPlace
      name="book.cover"
      picture={useSettingPicture(useSettings().coverPicture)}
      decorative
      sizes="(min-width: 48rem) 24rem, 80vw"
      className="book-photo"
    />
  );
}

function useSettingPicture(id: string | null): Picture | undefined {
  const { data } = useQuery({ ...pictureQuery(id ?? ''), enabled: id !== null });
  return id === null ? undefined : data?.[0];
}
