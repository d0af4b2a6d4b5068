import { useQuery } from '@tanstack/react-query';
import { publicQuery } from '../../api/public-data';

/** Approved reviews in the owner's order. */
export const useApprovedReviews = () => useQuery(publicQuery('reviews'));
