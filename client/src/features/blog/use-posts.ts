import { useQuery } from '@tanstack/react-query';
import { publicQuery } from '../../api/public-data';

/** The published posts, newest first, without their texts. */
export const usePosts = () => useQuery(publicQuery('posts'));
