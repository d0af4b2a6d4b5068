import { describe, expect, it } from 'vitest';
import { as } from './client.ts';

const query = () => as('anon').from('climbers').select('id').eq('id', 1);

describe('a plan', () => {
  it('is text by default', async () => {
    const { data, error } = await query().explain();
    expect(error).toBeNull();
    expect(data).toMatch(/^Aggregate +\(cost=/);
  });

  it('is JSON on request', async () => {
    const { data } = await query().explain({ format: 'json' });
    expect(data).toMatchObject([{ Plan: { 'Node Type': 'Aggregate' } }]);
  });

  it.each([
    { name: 'analyze', options: { analyze: true }, says: 'actual' },
    { name: 'verbose', options: { verbose: true }, says: 'Output:' },
    { name: 'settings', options: { settings: true }, says: 'Settings:' },
    { name: 'buffers', options: { analyze: true, buffers: true }, says: 'Buffers:' },
    { name: 'wal', options: { analyze: true, wal: true }, says: 'Execution Time' },
  ])('has the output of $name', async ({ options, says }) => {
    const { data } = await query().explain({ ...options, format: 'text' });
    expect(data).toContain(says);
  });

  it('explains a write without running it, and a call', async () => {
    const anon = as('anon');
    const write = await anon
      .from('notes')
      .insert({ slug: 'planned' })
      .select()
      .explain({ format: 'json' });
    expect(JSON.stringify(write.data)).toContain('ModifyTable');
    const { count } = await anon
      .from('notes')
      .select('*', { count: 'exact' })
      .eq('slug', 'planned');
    expect(count).toBe(0);
    const call = await anon.rpc('climbers_of', { club: 1 }).explain();
    expect(call.data).toContain('cost=');
  });
});
