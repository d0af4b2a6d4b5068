import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import type { Json } from '@/shared/api/schema.gen';

/** The kinds of rows about a person, as find_person names them. */
const sources = [
  'book_order',
  'contact',
  'speaking',
  'sponsorship',
  'retreat',
  'review',
  'trashed_review',
  'trashed_inquiry',
  'subscriber',
  'account',
] as const;
export type Source = (typeof sources)[number];

/** A row about a person. */
export type PersonRow = {
  source: Source;
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  about: string | null;
  status: string;
  createdAt: string;
  /** Found by the search itself; else by the same e-mail or phone as such a row. */
  isDirect: boolean;
};

/** The server returns no more rows. */
export const maxRows = 200;

async function fetchPerson(search: string): Promise<PersonRow[]> {
  const client = await sb();
  const rows = unwrap(await client.rpc('find_person', { search }));
  return rows.flatMap(({ source, created_at: createdAt, direct: isDirect, ...row }) => {
    const known = sources.find((each) => each === source);
    return known === undefined ? [] : [{ ...row, source: known, createdAt, isDirect }];
  });
}

/** All rows about a person; no request without a search. */
export const usePerson = (search: string | undefined) =>
  useQuery({
    queryKey: ['person', search],
    queryFn: () => fetchPerson(search ?? ''),
    enabled: search !== undefined,
    staleTime: 0,
    gcTime: 0,
  });

const idsOf = (rows: readonly PersonRow[]): Json => rows.map(({ source, id }) => ({ source, id }));

/** The rows in full, with replies and history. */
export function useExportPerson() {
  return useMutation({
    networkMode: 'always',
    mutationFn: async (rows: readonly PersonRow[]) => {
      const client = await sb();
      return unwrap(await client.rpc('export_person', { records: idsOf(rows) }));
    },
  });
}

/** Erases the rows for good. All lists of the back-office may have shown one of them. */
export function useErasePerson() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (rows: readonly PersonRow[]) => {
      const client = await sb();
      return unwrap(await client.rpc('erase_person', { records: idsOf(rows) }));
    },
    onSettled: () => queries.invalidateQueries(),
  });
}
