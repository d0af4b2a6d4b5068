import { RidgeDrawing } from '@/shared/art/ridge-drawing';
import { LocalisedPhoto } from '@/shared/ui/localised-photo';
import { LinkedPicture } from '@/shared/ui/linked-picture';
import { mountainOf, type PostCard } from '@/shared/article/post';

type Props = {
  post: PostCard;
  /** Displayed width, as the attribute sizes of an img. */
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
  const { featured_image_url: address } = post;
  const drawing = <RidgeDrawing {...mountainOf(post)} className={className} />;
  if (address === null) return drawing;
  return (
    <LinkedPicture
      src={address}
      alt=""
      width={400}
      height={272}
      className={`aspect-25/17 w-full bg-raised object-cover ${className}`}
      fallback={drawing}
    />
  );
}
