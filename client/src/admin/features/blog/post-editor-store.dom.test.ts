import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve, type Server } from '@tests/page';
import { loadPost, storedPost, type LoadedPost } from './load-post';
import { PostEditorStore } from './post-editor-store';
import { emptyValues, type PostValues } from './post-values';

/** A fake of the tables of posts and copies, with rows matched by updated_at. */
class Tables {
  post: Record<string, unknown> | undefined;
  copy: Record<string, unknown> | undefined;
  isAdmin = true;
  /** The post at the creation of the copy. */
  published: object | undefined;
  /** Responses that are used before the tables, one each. */
  readonly failures: (() => Promise<Response>)[] = [];
  #clock = 0;

  readonly answer = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/blog_post_revisions'))
      return Response.json([{ words: this.published }]);
    const method = init.method ?? 'GET';
    if (pathname.endsWith('/rpc/is_admin')) return Response.json(this.isAdmin);
    if (method !== 'GET') {
      const failure = this.failures.shift();
      if (failure !== undefined) return failure();
    }
    if (pathname.endsWith('/rest/v1/')) return this.#together(init);
    const table = pathname.endsWith('/blog_post_copies') ? 'copy' : 'post';
    if (method === 'GET') return this.#read();
    if (method === 'DELETE') return this.#remove(table);
    const body: unknown = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
    return this.#write(table, method, searchParams.get('updated_at'), Object(body));
  };

  stamp = () => `2026-11-21T10:00:${String(++this.#clock).padStart(2, '0')}+00:00`;

  #read(): Response {
    return Response.json(
      this.post === undefined
        ? []
        : [
            {
              ...this.post,
              copy: this.copy === undefined ? null : { saver: null, ...this.copy },
              revisions: [{ author: 'Nadia', changed_at: this.post['updated_at'] }],
            },
          ],
    );
  }

  /** A post and its copy in one transaction, as publishing sends them. */
  #together({ body }: RequestInit): Response {
    const parts: { path: string; body?: object }[] = JSON.parse(
      typeof body === 'string' ? body : '[]',
    );
    const met = parts.map(({ path }) => {
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      const row = pathname.endsWith('_copies') ? this.copy : this.post;
      return searchParams.get('updated_at') === `eq.${String(row?.['updated_at'])}`;
    });
    if (met.includes(false)) {
      const failure = { code: 'PGRST116', message: 'not one row', details: null, hint: null };
      return Response.json(failure, { status: 406 });
    }
    this.post = { ...this.post, ...parts[0]?.body, updated_at: this.stamp() };
    this.copy = undefined;
    return Response.json([
      { status: 200, body: this.post },
      { status: 200, body: {} },
    ]);
  }

  #remove(table: 'copy' | 'post'): Response {
    this[table] = undefined;
    return new Response(null, { status: 204 });
  }

  #write(table: 'copy' | 'post', method: string, known: string | null, values: object): Response {
    const row = this[table];
    if (method === 'POST' && row !== undefined) {
      return Response.json(
        { code: '23505', message: `${table}_pkey`, details: null, hint: null },
        { status: 409 },
      );
    }
    if (method === 'PATCH' && (row === undefined || known !== `eq.${String(row['updated_at'])}`)) {
      return Response.json([]);
    }
    this[table] = { ...row, ...values, updated_at: this.stamp() };
    const answer = method === 'POST' ? this[table] : [this[table]];
    return Response.json(answer, { status: method === 'POST' ? 201 : 200 });
  }
}

const id = '00000000-0000-4000-8000-0000000000b1';
const start: PostValues = {
  ...emptyValues(),
  slug: 'a-night',
  title_en: 'A night',
  content_en: '<p>So.</p>',
};

let tables: Tables;
let server: Server;
let store: PostEditorStore;

beforeEach(async () => {
  sessionStorage.clear();
  tables = new Tables();
  server = await serve(() => Promise.reject(new Error('unasked')));
  server.mockImplementation(tables.answer);
  vi.useFakeTimers();
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

/** A post on the server, and its editor. */
function openPost(changed: Partial<PostValues> = {}): LoadedPost {
  const all = { ...start, ...changed };
  const updatedAt = tables.stamp();
  tables.post = { id, ...all, updated_at: updatedAt };
  tables.published = all;
  const post = storedPost({ id, ...all, updated_at: updatedAt });
  const { values: saved } = post;
  const record = { post, copy: undefined };
  const loaded = { record, saved, theirs: saved, conflicts: {}, lastSave: undefined };
  store = new PostEditorStore(loaded);
  store.open();
  return loaded;
}

const out = { status: 'published', published_at: '2026-01-01T08:00:00+00:00' } as const;
const resolve = () => vi.advanceTimersByTimeAsync(2000);
const sent = (method: string) =>
  server.mock.calls
    .filter(([, init]) => init.method === method)
    .map(([url]) => new URL(url).pathname.split('/').at(-1));

describe('what is typed', () => {
  it('into a draft is saved in its row once typing pauses, status and date not', async () => {
    openPost();
    store.write({ title_en: 'A long' });
    await vi.advanceTimersByTimeAsync(1000);
    store.write({ title_en: 'A long night', status: 'archived' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent('PATCH')).toEqual([]);
    await resolve();
    expect(sent('PATCH')).toEqual(['blog_posts']);
    expect(tables.post).toMatchObject({ title_en: 'A long night', status: 'draft' });
    expect(store.state().savedAt).toBeDefined();
    expect(store.isUnsaved()).toBe(true); // autosave does not save the chosen status
  });

  it('without a pause is saved after ten seconds', async () => {
    openPost();
    for (let at = 0; at < 11; at++) {
      store.write({ title_en: `A night ${at}` });
      // oxlint-disable-next-line no-await-in-loop -- one key after another
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(sent('PATCH')).toHaveLength(1);
  });

  it('into a published post stays in a copy until it is saved by hand', async () => {
    openPost(out);
    store.write({ title_en: 'Better' });
    await resolve();
    store.write({ title_en: 'Best' });
    await resolve();
    expect(tables.post).toMatchObject({ title_en: 'A night' });
    expect(tables.copy).toMatchObject({ words: expect.objectContaining({ title_en: 'Best' }) });
    expect(await store.save('published')).toBe('updated');
    expect(tables.post).toMatchObject({ title_en: 'Best' });
    expect(tables.copy).toBeUndefined();
    expect(store.isUnsaved()).toBe(false);
  });

  it('into a new post makes it a draft once it has an English title', async () => {
    store = new PostEditorStore();
    store.open();
    store.write({ title_fr: 'Une nuit' });
    await resolve();
    expect(sent('POST')).toEqual([]);
    store.write({ title_en: 'A night', slug: 'a-night' });
    await resolve();
    expect(tables.post).toMatchObject({ id: store.id, status: 'draft', title_fr: 'Une nuit' });
    expect(await store.save('published')).toBe('created'); // not reported yet
    expect(await store.save('published')).toBe('updated');
  });

  it('can be discarded for what is on the site', async () => {
    openPost(out);
    store.write({ title_en: 'Worse' });
    await resolve();
    await store.discard();
    expect(tables.copy).toBeUndefined();
    expect(store.state().values.title_en).toBe('A night');
  });
});

describe('a save that fails', () => {
  const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));

  it('is told, kept in the session, and tried again', async () => {
    openPost();
    tables.failures.push(noAnswer);
    store.write({ title_en: 'Kept' });
    await resolve();
    expect(store.state().failure?.kind).toBe('network');
    expect(store.isUnsaved()).toBe(true);
    await vi.advanceTimersByTimeAsync(6000);
    expect(tables.post).toMatchObject({ title_en: 'Kept' });
    expect(store.state().failure).toBeUndefined();
  });

  it('of a new post whose answer was lost makes no second one', async () => {
    store = new PostEditorStore();
    store.open();
    tables.failures.push(() => {
      tables.post = { id: store.id, ...start, updated_at: tables.stamp() };
      return noAnswer();
    });
    store.write({ title_en: 'A night', slug: 'a-night' });
    await resolve();
    server.mockImplementation(async (url, init) =>
      // The second attempt finds its own row, and brings it up to date whatever its time.
      init.method === 'PATCH'
        ? Response.json([(tables.post = { ...tables.post, updated_at: tables.stamp() })])
        : tables.answer(url, init),
    );
    await vi.advanceTimersByTimeAsync(6000);
    expect(store.state().record.post?.id).toBe(store.id);
    expect(store.state().failure).toBeUndefined();
  });

  it('comes back with the page, and its words are the newer ones', async () => {
    const loaded = openPost();
    store.write({ title_en: 'Typed and lost' });
    store.close();
    store = new PostEditorStore(loaded);
    expect(store.state()).toMatchObject({ values: { title_en: 'Typed and lost' } });
    expect(store.state().restoredAt).toBeDefined();
    store.discardChanges();
    expect(store.state().values.title_en).toBe('A night');
    expect(new PostEditorStore(loaded).state().restoredAt).toBeUndefined();
  });

  it('whose words arrived after all is not said to be one', async () => {
    openPost();
    store.write({ title_en: 'Sent while leaving' });
    tables.post = { ...tables.post, title_en: 'Sent while leaving', updated_at: tables.stamp() };
    store.close();
    store = new PostEditorStore((await loadPost(id)) ?? undefined);
    store.open();
    expect(store.state().restoredAt).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
  });

  it('for want of rights is a refusal, not somebody else’s change', async () => {
    openPost();
    tables.isAdmin = false;
    tables.post = { ...tables.post, updated_at: tables.stamp() };
    store.write({ title_en: 'Mine' });
    await resolve();
    expect(store.state().failure?.kind).toBe('refused');
    expect(store.state().values.title_en).toBe('Mine');
  });
});

describe('two people at once', () => {
  const other = (change: Partial<PostValues>) => {
    tables.post = { ...tables.post, ...change, updated_at: tables.stamp() };
  };

  it('both keep their changes of different fields', async () => {
    openPost();
    other({ title_fr: 'Une nuit' });
    store.write({ title_en: 'A long night' });
    await resolve();
    await resolve();
    expect(store.state().mergedAt).toBeDefined();
    expect(tables.post).toMatchObject({ title_en: 'A long night', title_fr: 'Une nuit' });
  });

  it('are told of the same field, and nothing is written until it is settled', async () => {
    openPost();
    other({ title_en: 'Theirs', title_fr: 'Une nuit' });
    store.write({ title_en: 'Mine' });
    await resolve();
    await resolve();
    expect(store.state().conflict?.fields).toEqual(['title_en']);
    expect(tables.post).toMatchObject({ title_en: 'Theirs' });
    expect(store.state().conflict?.lastSave?.name).toBe('Nadia');
    expect(await store.save('published')).toBe('conflict');
    store.resolve('title_en', 'Mine');
    await resolve();
    expect(tables.post).toMatchObject({ title_en: 'Mine', title_fr: 'Une nuit', status: 'draft' });
  });

  it('lose nothing that one wrote on in a copy while the other published it', async () => {
    openPost(out);
    store.write({ title_en: 'Mine' });
    await resolve();
    const words = { ...Object(tables.copy?.['words']), title_fr: 'Une nuit' };
    tables.copy = { ...tables.copy, words, updated_at: tables.stamp() };
    expect(await store.save('published')).toBe('updated');
    expect(tables.post).toMatchObject({ title_en: 'Mine', title_fr: 'Une nuit' });
    expect(tables.copy).toBeUndefined();
  });

  it('are told again after a reload, and nothing is written before', async () => {
    openPost();
    other({ title_en: 'Theirs', content_en: '<p>Theirs.</p>' });
    store.write({ title_en: 'Mine', content_en: '<p>Mine.</p>' });
    await resolve();
    store.resolve('content_en', '<p>Theirs.</p><p>Mine.</p>');
    store.close();
    store = new PostEditorStore((await loadPost(id)) ?? undefined);
    store.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(store.state().conflict?.fields).toEqual(['title_en']);
    expect(tables.post).toMatchObject({ title_en: 'Theirs', content_en: '<p>Theirs.</p>' });
    store.resolve('title_en', 'Mine');
    await resolve();
    expect(tables.post).toMatchObject({
      title_en: 'Mine',
      content_en: '<p>Theirs.</p><p>Mine.</p>',
    });
  });

  it('publish together what one of them changed while the other pressed Publish', async () => {
    openPost();
    other({ title_fr: 'Une nuit' });
    store.write({ title_en: 'A long night' });
    expect(await store.save('published')).toBe('updated');
    expect(tables.post).toMatchObject({
      title_en: 'A long night',
      title_fr: 'Une nuit',
      status: 'published',
    });
    expect(store.state().values.title_fr).toBe('Une nuit');
    expect(store.isUnsaved()).toBe(false);
  });

  it('may take the other’s words', async () => {
    openPost();
    other({ title_en: 'Theirs' });
    store.write({ title_en: 'Mine' });
    await resolve();
    store.resolve('title_en', 'Theirs');
    expect(store.state()).toMatchObject({ values: { title_en: 'Theirs' }, conflict: undefined });
    expect(store.isUnsaved()).toBe(false);
  });

  it('publish what both wrote in a post that was published meanwhile', async () => {
    openPost(out);
    store.write({ title_fr: 'Une nuit' });
    await resolve();
    other({ title_en: 'Theirs' });
    expect(await store.save('published')).toBe('updated');
    expect(tables.post).toMatchObject({ title_en: 'Theirs', title_fr: 'Une nuit' });
    expect(tables.copy).toBeUndefined();
  });

  it('are asked where a copy and what was published past it changed the same field', async () => {
    openPost(out);
    store.write({ title_en: 'Copied' });
    await resolve();
    store.close();
    other({ title_en: 'Published', title_fr: 'Une nuit' });
    store = new PostEditorStore((await loadPost(id)) ?? undefined);
    store.open();
    expect(store.state().conflict).toMatchObject({
      fields: ['title_en'],
      theirs: { title_en: 'Published' },
    });
    expect(store.state().values).toMatchObject({ title_en: 'Copied', title_fr: 'Une nuit' });
    store.resolve('title_en', 'Copied');
    await resolve();
    expect(await store.save('published')).toBe('updated');
    expect(tables.post).toMatchObject({ title_en: 'Copied', title_fr: 'Une nuit' });
  });

  it('keep the words of a post that one of them deleted', async () => {
    openPost();
    tables.post = undefined;
    store.write({ title_en: 'Still here' });
    await resolve();
    expect(store.state().gone).toBe(true);
    store.moveToNewPost();
    const anew = new PostEditorStore();
    expect(anew.id).not.toBe(id);
    expect(anew.state().values).toMatchObject({ title_en: 'Still here', status: 'draft' });
  });
});
