import { AutosaveStore } from '@/admin/kit/autosave/autosave-store';
import type { EditState } from '@/admin/kit/autosave/edit-state';
import { readEditDraft, writeEditDraft } from '@/admin/kit/edit-draft';
import { newId } from '@/shared/ui/new-id';
import { loadPost, type LoadedPost, type PostRecord, type StoredPost } from './load-post';
import {
  differing,
  emptyValues,
  postFields,
  readValues,
  textsFields,
  type PostField,
  type PostStatus,
  type PostValues,
} from './post-values';
import {
  deleteCopy,
  insertCopy,
  insertPost,
  publishCopy,
  updateCopy,
  updatePost,
  type CopyStamp,
} from './save-post';

export type PostState = EditState<PostValues, PostRecord>;

/** The result of a manual save; a conflict must be resolved first. */
export type SaveOutcome = 'created' | 'updated' | 'conflict';

const draftOf = (post: string) => `post.${post}`;
const newDraft = draftOf('new');

function newPost(): LoadedPost {
  const saved = emptyValues();
  const record = { post: undefined, copy: undefined };
  return { record, saved, theirs: saved, conflicts: {}, lastSave: undefined };
}

/**
 * The state of the post editor. A draft is saved in its row; a published post in a draft copy that readers do not
 * see.
 */
export class PostEditorStore extends AutosaveStore<PostValues, PostRecord> {
  /** Whether this editor created the post and has not reported it yet. */
  #isNew: boolean;

  constructor(loaded: LoadedPost = newPost()) {
    const known = loaded.record.post?.id;
    super({
      id: known ?? readEditDraft(newDraft, readValues)?.id ?? newId(),
      draft: known === undefined ? newDraft : draftOf(known),
      loaded,
      fields: postFields,
    });
    this.#isNew = known === undefined;
  }

  /** As write, for values that were not typed, such as a restored revision. */
  replace(change: Partial<PostValues>): void {
    this.write(change);
    this.setState({ version: this.state().version + 1 });
  }

  /** Saves the whole post with a status, visible to readers. Throws a Failure. */
  save(status: PostStatus): Promise<SaveOutcome> {
    return this.enqueue(() => this.#saveAll(status));
  }

  /** Discards the unpublished changes of a published post. Throws a Failure. */
  async discard(): Promise<void> {
    const { post } = this.state().record;
    if (post === undefined) return;
    await this.enqueue(async () => {
      await deleteCopy(this.id);
      this.setState({ saved: post.values, record: { post, copy: undefined } });
      this.discardChanges();
    });
  }

  /** Moves the values of a deleted post to the draft of a new one. */
  moveToNewPost(): void {
    const { values, saved } = this.state();
    writeEditDraft(this.draftName, undefined);
    writeEditDraft(newDraft, {
      id: newId(),
      values: { ...values, status: 'draft', published_at: null },
      base: emptyValues(),
      at: Date.now(),
    });
    this.setState({ values: saved });
  }

  protected load(): Promise<LoadedPost | null> {
    return loadPost(this.id);
  }

  protected async persist(unsaved: PostField[]): Promise<void> {
    const { values, record, saved } = this.state();
    const { post } = record;
    if (post === undefined) {
      return this.#create({ ...values, status: 'draft', published_at: null });
    }
    if (post.status === 'published') {
      const copy = await this.#saveCopy(post, values);
      if (copy === null) return this.reconcile();
      const { status, published_at } = saved;
      return this.setSaved({ ...values, status, published_at }, { post, copy });
    }
    const row = await this.unlessChanged(() => updatePost(post, values, unsaved));
    if (row !== null) await this.#setStoredPost(row, values, unsaved);
    return undefined;
  }

  #setStoredPost(post: StoredPost, sent: PostValues, written: PostField[]): Promise<void> {
    return this.setStored({ post, copy: undefined }, { sent, written, stored: post.values });
  }

  #saveCopy(post: StoredPost, values: PostValues): Promise<CopyStamp | null> {
    const { copy } = this.state().record;
    return copy === undefined
      ? insertCopy(this.id, post.updatedAt, values)
      : updateCopy(this.id, copy, values);
  }

  async #create(values: PostValues): Promise<void> {
    const post = await insertPost(this.id, values);
    writeEditDraft(this.draftName, undefined);
    this.draftName = draftOf(this.id);
    this.setSaved({ ...values, ...datesOf(post) }, { post, copy: undefined });
  }

  async #saveAll(status: PostStatus): Promise<SaveOutcome> {
    const { record, conflict, saved } = this.state();
    if (conflict !== undefined) return 'conflict';
    const { post, copy } = record;
    const values = { ...this.state().values, status };
    if (post === undefined) await this.#create(values);
    else {
      if (copy === undefined) {
        const fields = [...differing(values, saved, textsFields), ...dates];
        const row = await this.unlessChanged(() => updatePost(post, values, fields));
        if (row === null) return this.#saveMerged(status);
        await this.#setStoredPost(row, { ...values, ...datesOf(row) }, fields);
      } else {
        const row = await publishCopy(this.id, copy, values);
        if (row === null) {
          await this.reconcile();
          return this.#saveMerged(status);
        }
        this.setSaved({ ...values, ...datesOf(row) }, { post: row, copy: undefined });
      }
      if (this.#isStopped()) return 'conflict';
    }
    this.#showServerDates();
    return this.#outcome();
  }

  /** Shows the publication date that the server has set. */
  #showServerDates(): void {
    const { values, saved } = this.state();
    const { status, published_at } = saved;
    this.setState({ values: { ...values, status, published_at } });
  }

  #outcome(): SaveOutcome {
    const outcome = this.#isNew ? 'created' : 'updated';
    this.#isNew = false;
    return outcome;
  }

  /** Saves after a merge, unless it has found a conflict. */
  async #saveMerged(status: PostStatus): Promise<SaveOutcome> {
    return this.#isStopped() ? 'conflict' : this.#saveAll(status);
  }

  #isStopped(): boolean {
    return this.state().gone || this.state().conflict !== undefined;
  }
}

const dates: PostField[] = ['status', 'published_at'];

const datesOf = ({ status, publishedAt }: StoredPost) => ({ status, published_at: publishedAt });
