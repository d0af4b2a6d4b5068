import { useQuery } from '@tanstack/react-query';
import { postQuery } from '../../api/public-data';

/** A published post by its slug: an array with one row or none. */
export const usePost = (slug: string) => useQuery(postQuery(slug));
