import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import { useRefetchInterval } from '../../admin/rows/use-refetch-interval';

async function fetchAges() {
  const client = await sb();
  return unwrap(await client.rpc('inquiry_ages'));
}

/** For each form where somebody waits for an answer: how many, and since when. Oldest first. */
export const useInquiryAges = () =>
  useQuery({ queryKey: ['form_submissions', 'ages'], queryFn: fetchAges, ...useRefetchInterval() });
