import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve } from '@tests/page';
import type { Newsletter } from './newsletter';
import { NewsletterStore } from './newsletter-store';

const id = '00000000-0000-4000-8000-0000000000d1';

const start: Newsletter = {
  id,
  status: 'draft',
  subject_en: 'Camp',
  subject_fr: '',
  subject_ar: '',
  body_en: '<p>One</p>',
  body_fr: '',
  body_ar: '',
  written: ['en'],
  scheduled_for: null,
  started_at: null,
  finished_at: null,
  batch: 0,
  batched_at: null,
  recipients: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  author_id: null,
  created_at: '2026-11-21T10:00:00+00:00',
  updated_at: '2026-11-21T10:00:00+00:00',
};

/** The row on the server; undefined once it is deleted. */
let row: Newsletter | undefined;
let isAway = false;
let store: NewsletterStore;

/** A fake of the table: an update must name the version and the status. */
async function answer(url: string, init: RequestInit): Promise<Response> {
  if (isAway) throw new TypeError('away');
  const { searchParams } = new URL(url);
  if (init.method !== 'PATCH') return Response.json(row === undefined ? [] : [row]);
  const isKnown =
    row !== undefined &&
    searchParams.get('updated_at') === `eq.${row.updated_at}` &&
    searchParams.get('status') === `eq.${row.status}`;
  if (!isKnown || row === undefined) return Response.json([]);
  const change: Partial<Newsletter> = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
  row = { ...row, ...change, updated_at: `${row.updated_at}+` };
  return Response.json([{ updated_at: row.updated_at }]);
}

beforeEach(async () => {
  sessionStorage.clear();
  row = start;
  isAway = false;
  const server = await serve(() => Promise.reject(new Error('unasked')));
  server.mockImplementation(answer);
  vi.useFakeTimers();
  store = new NewsletterStore(start);
  store.open();
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

/** What another admin saves. */
const change = (texts: Partial<Newsletter>) => {
  if (row !== undefined) row = { ...row, ...texts, updated_at: `${row.updated_at}-other` };
};

describe('the draft of a newsletter', () => {
  it('is saved once typing pauses', async () => {
    store.write({ subject_en: 'Base camp' });
    expect(row?.subject_en).toBe('Camp');
    await vi.advanceTimersByTimeAsync(2000);
    expect(row?.subject_en).toBe('Base camp');
    expect(store.isUnsaved()).toBe(false);
  });

  it('merges what another admin changed in other fields', async () => {
    change({ subject_fr: 'Le camp' });
    store.write({ subject_en: 'Base camp' });
    await store.save();
    expect(await store.save()).toBe(true);
    expect(row).toMatchObject({ subject_en: 'Base camp', subject_fr: 'Le camp' });
    expect(store.state()).toMatchObject({ merged: true, version: 1 });
  });

  it('saves nothing while both have changed a field, until the user has chosen', async () => {
    change({ subject_en: 'Top' });
    store.write({ subject_en: 'Base camp' });
    expect(await store.save()).toBe(false);
    expect(store.state().conflict?.fields).toEqual(['subject_en']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(row?.subject_en).toBe('Top');
    store.resolve(['subject_en']);
    expect(await store.save()).toBe(true);
    expect(row?.subject_en).toBe('Base camp');
  });

  it('takes the other text if the user chooses it', async () => {
    change({ subject_en: 'Top' });
    store.write({ subject_en: 'Base camp' });
    await store.save();
    store.resolve([]);
    expect(store.state().texts.subject_en).toBe('Top');
    expect(store.isUnsaved()).toBe(false);
  });

  it.each(['scheduled', undefined] as const)(
    'is gone once its status is %s, and keeps what is typed',
    async (status) => {
      if (status === undefined) row = undefined;
      else change({ status });
      store.write({ subject_en: 'Base camp' });
      expect(await store.save()).toBe(false);
      expect(store.state().gone).toBe(true);
      expect(store.state().texts.subject_en).toBe('Base camp');
    },
  );

  it('is tried again after a failure, and is in the session draft until then', async () => {
    isAway = true;
    store.write({ subject_en: 'Base camp' });
    expect(await vi.waitFor(async () => store.save(), { timeout: 20_000 })).toBe(false);
    expect(store.state().failure).toBeDefined();
    store.close();
    store = new NewsletterStore(start);
    expect(store.state()).toMatchObject({ restored: true, texts: { subject_en: 'Base camp' } });
    isAway = false;
    store.open();
    await vi.advanceTimersByTimeAsync(2000);
    expect(row?.subject_en).toBe('Base camp');
    expect(new NewsletterStore(row ?? start).state().restored).toBe(false);
  });
});
