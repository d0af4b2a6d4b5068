import { useQuery } from '@tanstack/react-query';
import { postQuery } from '../../api/public-data';

/** One published post by its slug: a list of one row, or of none. */
export const usePost = (slug: string) => useQuery(postQuery(slug));
