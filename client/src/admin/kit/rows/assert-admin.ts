import { sb } from '@/shared/api/client';
import { Failure, unwrap } from '@/shared/api/failures';

/**
 * Called after a write that changed no row: throws a Failure if the caller is no admin any more (row-level
 * security hides the row); returns if the row itself has changed.
 */
export async function assertAdmin(): Promise<void> {
  const client = await sb();
  if (!unwrap(await client.rpc('is_admin'))) {
    throw new Failure('refused', '', 'the caller is no admin');
  }
}
