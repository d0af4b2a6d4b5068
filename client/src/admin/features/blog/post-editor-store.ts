import { asFailure } from '@/shared/api/failures';
import { newId } from '@/shared/ui/new-id';
import { createStore, type Store } from '@/shared/ui/store';
import { AutosaveTimer } from '@/admin/kit/autosave-timer';
import { mergeStored, pickFields } from '@/admin/kit/form/merge-edits';
import { assertAdmin } from '@/admin/kit/rows/assert-admin';
import { isOverwrite } from '@/admin/kit/rows/write-unless-changed';
import { canBeSaved, mergeWithServer, openingState, type EditorState } from './editor-state';
import { loadPost, type StoredPost, type Loaded } from './load-post';
import {
  differing,
  emptyValues,
  mergedFields,
  readValues,
  textsFields,
  type PostStatus,
  type PostValues,
  type PostField,
} from './post-values';
import {
  deleteCopy,
  insertCopy,
  updateCopy,
  type CopyStamp,
  insertPost,
  publishCopy,
  updatePost,
} from './save-post';
import { writePostDraft } from './session-draft';

/** The result of a manual save; a conflict must be resolved first. */
export type SaveOutcome = 'created' | 'updated' | 'conflict';

/**
 * The state of the post editor, with autosave and merging of concurrent edits. A draft is saved in its row;
 * a published post in a draft copy that readers do not see. Outside React, so that no render delays or
 * repeats a save.
 */
export class PostEditorStore {
  readonly id: string;
  readonly store: Store<EditorState>;
  #open = false;
  /** Whether this editor created the post and has not reported it yet. */
  #isNew: boolean;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #timer = new AutosaveTimer(() => void this.autosave());

  constructor(loaded?: Loaded) {
    const { id, state } = openingState(loaded);
    this.id = id;
    this.store = createStore(state);
    this.#isNew = loaded === undefined;
  }

  readonly state = (): EditorState => this.store.get();

  /** Whether anything is unsaved, status and date included. */
  readonly isUnsaved = (): boolean => differing(this.state().words, this.state().saved).length > 0;

  /** Starts autosaving; call when the editor is mounted. */
  open(): void {
    this.#open = true;
    this.#writeSessionDraft();
    this.#scheduleAutosave();
  }

  close(): void {
    this.#open = false;
    this.#timer.stop();
  }

  /** Applies typed values. They are in the session draft at once. */
  write(change: Partial<PostValues>): void {
    this.#setState({ words: { ...this.state().words, ...change } });
    this.#writeSessionDraft();
    this.#scheduleAutosave();
  }

  /** As write, for values that were not typed, such as a restored revision. */
  replace(change: Partial<PostValues>): void {
    this.write(change);
    this.#setState({ version: this.state().version + 1 });
  }

  /** Autosaves to the draft or the draft copy. The result is in the state. */
  async autosave(): Promise<boolean> {
    this.#timer.stop();
    if (!this.#canAutosave() || !canBeSaved(this.state().words)) return false;
    try {
      await this.#enqueue(() => this.#saveDraft());
      return true;
    } catch {
      if (this.#open && this.#canAutosave()) this.#timer.scheduleRetry();
      return false;
    }
  }

  /** Saves the whole post with a status, visible to readers. Throws a Failure. */
  save(status: PostStatus): Promise<SaveOutcome> {
    this.#timer.stop();
    return this.#enqueue(() => this.#saveAll(status));
  }

  /** Resolves the conflict of a field with the value that stands. Nothing is saved before the last one. */
  resolve(name: string, value: unknown): void {
    const { conflict, words } = this.state();
    if (conflict === undefined) return;
    const fields = conflict.fields.filter((field) => field !== name);
    this.#replaceValues(readValues({ [name]: value }, words), {
      conflict: fields.length > 0 ? { ...conflict, fields } : undefined,
    });
  }

  /** Discards the unpublished changes of a published post. Throws a Failure. */
  async discard(): Promise<void> {
    const { post } = this.state();
    if (post === undefined) return;
    await this.#enqueue(async () => {
      await deleteCopy(this.id);
      this.#setState({ saved: post.words, copy: undefined, failure: undefined });
      this.#replaceValues(post.words, { mergedAt: undefined, restoredAt: undefined });
    });
  }

  /** Discards a restored session draft. */
  discardRestored(): void {
    this.#replaceValues(this.state().saved, {
      restoredAt: undefined,
      mergedAt: undefined,
      conflict: undefined,
    });
  }

  /** Moves the values of a deleted post to the draft of a new one. */
  moveToNewPost(): void {
    const words: PostValues = { ...this.state().words, status: 'draft', published_at: null };
    writePostDraft(this.id, undefined);
    writePostDraft('new', { id: newId(), words, base: emptyValues(), at: Date.now() });
    this.#setState({ words: this.state().saved });
  }

  #setState(change: Partial<EditorState>): void {
    this.store.set({ ...this.state(), ...change });
  }

  /** Replaces the values other than by typing. */
  #replaceValues(words: PostValues, more: Partial<EditorState>): void {
    const version = this.state().version + 1;
    this.#setState({ mergedAt: Date.now(), failure: undefined, ...more, words, version });
    this.#writeSessionDraft();
    this.#scheduleAutosave();
  }

  #canAutosave(): boolean {
    const { gone, conflict, words, saved } = this.state();
    return !gone && conflict === undefined && differing(words, saved, textsFields).length > 0;
  }

  #scheduleAutosave(): void {
    if (this.#open && this.#canAutosave()) this.#timer.schedule();
    else this.#timer.stop();
  }

  #writeSessionDraft(): void {
    const { post, words, saved, conflict } = this.state();
    const name = post === undefined ? 'new' : this.id;
    // With the base of a conflict it is one after a reload, too.
    const base = conflict ? { ...saved, ...pickFields(conflict.base, conflict.fields) } : saved;
    const draft = { id: this.id, words, base, at: Date.now() };
    writePostDraft(name, this.isUnsaved() ? draft : undefined);
  }

  /** Queues saves; each takes the values at its start. */
  #enqueue<T>(save: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => this.#attempt(save));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #attempt<T>(save: () => Promise<T>): Promise<T> {
    this.#setState({ saving: true });
    try {
      return await save();
    } catch (error) {
      this.#setState({ failure: asFailure(error) });
      throw error;
    } finally {
      this.#setState({ saving: false });
      this.#writeSessionDraft();
    }
  }

  /** Marks the values as saved. Values typed meanwhile belong to the next save. */
  #setSaved(saved: PostValues, more: Partial<EditorState>): void {
    this.#setState({
      ...more,
      saved,
      savedAt: Date.now(),
      failure: undefined,
      restoredAt: undefined,
    });
    this.#scheduleAutosave();
  }

  async #saveDraft(): Promise<void> {
    const { words, post, saved } = this.state();
    if (!this.#canAutosave()) return;
    if (post === undefined) return this.#create({ ...words, status: 'draft', published_at: null });
    if (post.status === 'published') {
      const kept = { ...words, status: saved.status, published_at: saved.published_at };
      const copy = await this.#saveCopy(post, words);
      return copy === null ? this.#reconcile() : this.#setSaved(kept, { copy });
    }
    const fields = differing(words, saved, textsFields);
    const row = await this.#update(post, words, fields);
    if (row !== null) await this.#setStored(row, words, fields);
    return undefined;
  }

  /** Updates the post; null if somebody else has changed the same, after merging what they changed. */
  async #update(post: StoredPost, words: PostValues, fields: PostField[]) {
    try {
      return await updatePost(post, words, fields);
    } catch (error) {
      if (!isOverwrite(error)) throw error;
      await this.#reconcile();
      return null;
    }
  }

  /** Marks the written fields as saved, and merges what others have changed in the row meanwhile. */
  async #setStored(post: StoredPost, sent: PostValues, written: PostField[]): Promise<void> {
    const { saved, words } = this.state();
    const edits = { saved, sent, written, ours: words, stored: post.words };
    const merge = mergeStored(edits, mergedFields);
    if (merge.conflicts.length > 0) {
      this.#setState({ saved: merge.base });
      return this.#reconcile();
    }
    this.#setSaved(merge.saved, { post, copy: undefined });
    if (differing(merge.values, words).length > 0) this.#replaceValues(merge.values, {});
    return undefined;
  }

  #saveCopy(post: StoredPost, words: PostValues): Promise<CopyStamp | null> {
    const { copy } = this.state();
    return copy === undefined
      ? insertCopy(this.id, post.updatedAt, words)
      : updateCopy(this.id, copy, words);
  }

  async #create(words: PostValues): Promise<void> {
    const post = await insertPost(this.id, words);
    writePostDraft('new', undefined);
    this.#setSaved({ ...words, status: post.status, published_at: post.publishedAt }, { post });
  }

  async #saveAll(status: PostStatus): Promise<SaveOutcome> {
    const { post, copy, conflict } = this.state();
    if (conflict !== undefined) return 'conflict';
    const words = { ...this.state().words, status };
    if (post === undefined) await this.#create(words);
    else {
      const { saved } = this.state();
      const fields = [...differing(words, saved, textsFields), ...dates];
      if (copy === undefined) {
        const row = await this.#update(post, words, fields);
        if (row === null) return this.#saveMerged(status);
        await this.#setStored(row, { ...words, ...datesOf(row) }, fields);
      } else {
        const row = await publishCopy(this.id, copy, words);
        if (row === null) {
          await this.#reconcile();
          return this.#saveMerged(status);
        }
        this.#setSaved({ ...words, ...datesOf(row) }, { post: row, copy: undefined });
      }
      if (this.#isStopped()) return 'conflict';
    }
    this.#showServerDates();
    return this.#outcome();
  }

  /** Shows the publication date that the server has set. */
  #showServerDates(): void {
    const { words, saved } = this.state();
    const { status, published_at } = saved;
    this.#setState({ words: { ...words, status, published_at } });
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

  /** Another user changed the post: merges both sides, or reports a conflict. */
  async #reconcile(): Promise<void> {
    await assertAdmin();
    const fresh = await loadPost(this.id);
    if (fresh === null) return this.#setState({ gone: true });
    this.#replaceValues(...mergeWithServer(fresh, this.state().saved, this.state().words));
  }
}

const dates: PostField[] = ['status', 'published_at'];

const datesOf = ({ status, publishedAt }: StoredPost) => ({ status, published_at: publishedAt });
