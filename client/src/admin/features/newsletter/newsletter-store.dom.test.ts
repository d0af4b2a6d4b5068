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
  saved_by: null,
};

const saver = { full_name: 'Nadia', email: 'nadia@example.test' };

/** The row on the server; undefined once it is deleted. */
let row: Newsletter | undefined;
let isAway = false;
let isExpired = false;
/** Called while an answer is on its way. */
let duringSave = () => {};
let store: NewsletterStore;

/** A fake of the table: an update must name the version. */
async function answer(url: string, init: RequestInit): Promise<Response> {
  if (isAway) throw new TypeError('away');
  const { pathname, searchParams } = new URL(url);
  if (isExpired)
    return Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 });
  if (pathname.endsWith('/rpc/is_admin')) return Response.json(true);
  if (init.method !== 'PATCH') return Response.json(row === undefined ? [] : [{ ...row, saver }]);
  if (row === undefined || searchParams.get('updated_at') !== `eq.${row.updated_at}`) {
    return Response.json([]);
  }
  const change: Partial<Newsletter> = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
  row = { ...row, ...change, updated_at: `${row.updated_at}+` };
  duringSave();
  return Response.json([row]);
}

beforeEach(async () => {
  sessionStorage.clear();
  row = start;
  isAway = false;
  isExpired = false;
  duringSave = () => {};
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
    await store.saveDraft();
    expect(row).toMatchObject({ subject_en: 'Base camp', subject_fr: 'Le camp' });
    expect(store.state()).toMatchObject({ mergedAt: Date.now(), version: 1 });
  });

  it('saves nothing while both have changed a field, until the user has chosen', async () => {
    change({ subject_en: 'Top' });
    store.write({ subject_en: 'Base camp' });
    expect(await store.saveDraft()).toBe(false);
    expect(store.state().conflict?.fields).toEqual(['subject_en']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(row?.subject_en).toBe('Top');
    expect(store.state().conflict?.lastSave?.name).toBe('Nadia');
    store.resolve('subject_en', 'Base camp');
    expect(await store.saveDraft()).toBe(true);
    expect(row?.subject_en).toBe('Base camp');
  });

  it('saves nothing until the last of the fields is chosen', async () => {
    change({ subject_en: 'Top', body_en: '<p>Two</p>' });
    store.write({ subject_en: 'Base camp', body_en: '<p>Three</p>' });
    await store.saveDraft();
    store.resolve('body_en', '<p>Two</p><p>Three</p>');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(row?.body_en).toBe('<p>Two</p>');
    store.resolve('subject_en', 'Top');
    await vi.advanceTimersByTimeAsync(2000);
    expect(row).toMatchObject({ subject_en: 'Top', body_en: '<p>Two</p><p>Three</p>' });
  });

  it('is still in conflict after a reload, and saves nothing then either', async () => {
    change({ subject_en: 'Top' });
    store.write({ subject_en: 'Base camp' });
    await store.saveDraft();
    store.close();
    store = new NewsletterStore(row ?? start);
    store.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(row?.subject_en).toBe('Top');
    expect(store.state()).toMatchObject({
      values: { subject_en: 'Base camp' },
      conflict: { fields: ['subject_en'], theirs: { subject_en: 'Top' } },
    });
  });

  it('keeps what is typed while it is saved, and what another admin saved with it', async () => {
    change({ subject_fr: 'Le camp' });
    duringSave = () => {
      duringSave = () => {};
      store.write({ subject_en: 'Base camp, at last', subject_fr: 'Le sommet' });
    };
    store.write({ subject_en: 'Base camp' });
    await store.saveDraft();
    expect(store.state()).toMatchObject({
      values: { subject_en: 'Base camp, at last', subject_fr: 'Le sommet' },
      conflict: { fields: ['subject_fr'], theirs: { subject_fr: 'Le camp' } },
    });
    store.resolve('subject_fr', 'Le camp / Le sommet');
    await vi.advanceTimersByTimeAsync(2000);
    expect(row).toMatchObject({
      subject_en: 'Base camp, at last',
      subject_fr: 'Le camp / Le sommet',
    });
  });

  it('is kept where the session has expired, and saved with the next one', async () => {
    isExpired = true;
    store.write({ subject_en: 'Base camp' });
    expect(await store.saveDraft()).toBe(false);
    store.close();
    isExpired = false;
    store = new NewsletterStore(row ?? start);
    store.open();
    await vi.advanceTimersByTimeAsync(2000);
    expect(row?.subject_en).toBe('Base camp');
  });

  it('is not told to be restored where it arrived after all, and no draft stays', async () => {
    store.write({ subject_en: 'Base camp' });
    change({ subject_en: 'Base camp' });
    store.close();
    store = new NewsletterStore(row ?? start);
    store.open();
    expect(store.state().restoredAt).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
  });

  it('takes the other text if the user chooses it', async () => {
    change({ subject_en: 'Top' });
    store.write({ subject_en: 'Base camp' });
    await store.saveDraft();
    store.resolve('subject_en', 'Top');
    expect(store.state().values.subject_en).toBe('Top');
    expect(store.isUnsaved()).toBe(false);
  });

  it.each(['scheduled', undefined] as const)(
    'is gone once its status is %s, and keeps what is typed',
    async (status) => {
      if (status === undefined) row = undefined;
      else change({ status });
      store.write({ subject_en: 'Base camp' });
      expect(await store.saveDraft()).toBe(false);
      expect(store.state().gone).toBe(true);
      expect(store.state().values.subject_en).toBe('Base camp');
    },
  );

  it('is tried again after a failure, and is in the session draft until then', async () => {
    isAway = true;
    store.write({ subject_en: 'Base camp' });
    expect(await vi.waitFor(async () => store.saveDraft(), { timeout: 20_000 })).toBe(false);
    expect(store.state().failure).toBeDefined();
    store.close();
    store = new NewsletterStore(start);
    expect(store.state()).toMatchObject({
      restoredAt: expect.any(Number),
      values: { subject_en: 'Base camp' },
    });
    isAway = false;
    store.open();
    await vi.advanceTimersByTimeAsync(2000);
    expect(row?.subject_en).toBe('Base camp');
    expect(new NewsletterStore(row ?? start).state().restoredAt).toBeUndefined();
  });
});
