import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { publicQuery } from '../../api/public-data';

/** All published coverage, the newest first; a failure is logged once. */
export function useCoverage() {
  const query = useQuery(publicQuery('coverage'));
  useEffect(() => {
    if (query.error !== null) console.error('coverage', query.error);
  }, [query.error]);
  return query;
}
