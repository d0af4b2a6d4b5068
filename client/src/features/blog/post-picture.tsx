import { RidgeDrawing } from '../../art/ridge-drawing';
import { mountainOf, type PostCard } from './post';

type Props = { post: PostCard; className?: string };

/** The picture of a post, else a mountain generated from its slug and reading time. */
export function PostPicture({ post, className = '' }: Props) {
  if (post.featured_image_url === null) {
    return <RidgeDrawing {...mountainOf(post)} className={className} />;
  }
  return (
    <img
      src={post.featured_image_url}
      alt=""
      width={400}
      height={272}
      loading="lazy"
      className={`aspect-25/17 w-full bg-raised object-cover ${className}`}
    />
  );
}
