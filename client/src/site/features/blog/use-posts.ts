import { useQuery } from '@tanstack/react-query';
import { detailQuery, publicQuery } from '@/shared/api/public-data';

/** The published posts, newest first, without their texts. */
export const usePosts = () => useQuery(publicQuery('posts'));

/** A published post by its slug: an array with one row or none. */
export const usePost = (slug: string) => useQuery(detailQuery('post', slug));
