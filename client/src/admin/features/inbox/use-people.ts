import { useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import type { Person } from './use-change-entry';

async function fetchPeople(): Promise<Person[]> {
  const client = await sb();
  const answer = await client
    .from('admin_users')
    .select('id,email,full_name')
    .eq('active', true)
    .order('email');
  return unwrap(answer).map(({ id, email, full_name: name }) => ({
    id,
    name: name === null || name.trim() === '' ? email : name,
  }));
}

/** The active admins; empty while loading. */
export function usePeople(): Person[] {
  const { data } = useQuery({ queryKey: ['admin_users', 'people'], queryFn: fetchPeople });
  return data ?? [];
}
