import { useState } from 'react';
import { RidgeDrawing } from '@/art/ridge-drawing';
import { LocalisedPhoto } from '@/i18n/localised-photo';
import { mountainOf, type PostCard } from './post';

type Props = {
  post: PostCard;
  /** How wide it is shown, as the attribute sizes of an img. */
  sizes: string;
  /** True for the picture at the head of the page. */
  first?: boolean;
  className?: string;
};

/** The picture of a post, else a mountain generated from its slug and reading time. The title beside it says what it is. */
export function PostPicture({ post, sizes, first = false, className = '' }: Props) {
  const { picture } = post;
  const other = <OtherPicture post={post} className={className} />;
  if (picture === undefined || picture === null) return other;
  return (
    <LocalisedPhoto
      picture={picture}
      uncredited
      sizes={sizes}
      first={first}
      className={`aspect-25/17 w-full ${className}`}
      fallback={other}
    />
  );
}

/** An image by its address. When it cannot be loaded the mountain is shown. */
function OtherPicture({ post, className }: { post: PostCard; className: string }) {
  const [failed, setFailed] = useState<string>();
  const { featured_image_url: address } = post;
  if (address === null || address === failed) {
    return <RidgeDrawing {...mountainOf(post)} className={className} />;
  }
  const fail = () => setFailed(address);
  // An image of the server's HTML may have failed before hydration.
  const checkLoaded = (image: HTMLImageElement | null) => {
    if (image?.complete === true && image.currentSrc !== '' && image.naturalWidth === 0) fail();
  };
  return (
    <img
      ref={checkLoaded}
      src={address}
      onError={fail}
      alt=""
      width={400}
      height={272}
      loading="lazy"
      className={`aspect-25/17 w-full bg-raised object-cover ${className}`}
    />
  );
}
