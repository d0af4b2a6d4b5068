import { useQuery } from '@tanstack/react-query';
import { detailQuery, type Picture } from '@/shared/api/public-data';
import { LocalisedPhoto } from '@/shared/ui/localised-photo';
import { useSettings } from '@/shared/settings/use-settings';

/** The portrait that the owner has chosen; nothing without one. */
export function PortraitPhoto({ className }: { className: string }) {
  const picture = useSettingPicture(useSettings().portraitPicture);
  return (
    picture !== undefined && (
      <LocalisedPhoto picture={picture} sizes="min(90vw, 24rem)" className={className} />
    )
  );
}

/**
 * A photograph of the cover, to lie over the drawn one, which has its accessible name; nothing without one. `sizes`
 * is how wide it is shown, as the attribute of an img.
 */
export function CoverPhoto({ sizes }: { sizes: string }) {
  const picture = useSettingPicture(useSettings().coverPicture);
  return (
    picture !== undefined && (
      <LocalisedPhoto
        picture={picture}
        decorative
        uncredited
        sizes={sizes}
        className="book-photo"
      />
    )
  );
}

function useSettingPicture(id: string | null): Picture | undefined {
  const { data } = useQuery({ ...detailQuery('picture', id ?? ''), enabled: id !== null });
  return id === null ? undefined : data?.[0];
}
