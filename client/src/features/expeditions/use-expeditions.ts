import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import { builtInExpeditions } from './built-in';
import { expeditionColumns, type Expedition } from './expedition';

async function fetchExpeditions(): Promise<Expedition[]> {
  const client = await sb();
  const answer = await client
    .from('expeditions')
    .select(expeditionColumns)
    .eq('published', true)
    .order('display_order', { ascending: true });
  return unwrap(answer);
}

/** The published expeditions in their order; the built-in ones until they arrive or where there are none. */
export function useExpeditions(): Expedition[] {
  const { data } = useQuery({ queryKey: ['expeditions', 'published'], queryFn: fetchExpeditions });
  return data === undefined || data.length === 0 ? builtInExpeditions : data;
}
