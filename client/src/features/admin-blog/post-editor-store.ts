import { asFailure } from '../../api/failures';
import { newId } from '../../ui/new-id';
import { AutosaveTimer } from './autosave-timer';
import { canBeKept, joined, openingState, type EditorState } from './editor-state';
import { assertAdmin, loadPost, type Kept, type Loaded } from './load-post';
import { pick } from './merge-translations';
import {
  differing,
  emptyWords,
  textsFields,
  type PostStatus,
  type PostWords,
  type WordsField,
} from './post-words';
import { deleteCopy, insertCopy, updateCopy, type CopyStamp } from './save-copy';
import { insertPost, publishCopy, updatePost } from './save-post';
import { writePostDraft } from './session-draft';

/** How a save by hand ended; a clash has to be settled first. */
export type SaveOutcome = 'created' | 'updated' | 'clash';

/**
 * One post on the editor: holds the words, saves them by itself, and sees to it that two people who
 * write at once lose nothing. A draft is saved in its row; a published post in a working copy that
 * readers do not see. It lives outside React, so that no render delays or repeats a save.
 */
export class PostEditorStore {
  readonly id: string;
  #state: EditorState;
  #open = false;
  /** Whether the post was made by this editor and nobody was told yet. */
  #isNews: boolean;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<() => void>();
  readonly #timer = new AutosaveTimer(() => void this.keep());

  constructor(loaded?: Loaded) {
    const { id, state } = openingState(loaded);
    this.id = id;
    this.#state = state;
    this.#isNews = loaded === undefined;
  }

  readonly state = (): EditorState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Whether anything is not saved, the choice of status and date included. */
  readonly isUnsaved = (): boolean => differing(this.#state.words, this.#state.saved).length > 0;

  /** The editor is in front of somebody: words are saved from now on. */
  open(): void {
    this.#open = true;
    this.#store();
    this.#plan();
  }

  close(): void {
    this.#open = false;
    this.#timer.stop();
  }

  /** Takes what was typed. It is in the session at once, whatever becomes of the network. */
  write(change: Partial<PostWords>): void {
    this.#show({ words: { ...this.#state.words, ...change } });
    this.#store();
    this.#plan();
  }

  /** As write, for words that were not typed: a revision brought back, say. */
  replace(change: Partial<PostWords>): void {
    this.write(change);
    this.#show({ version: this.#state.version + 1 });
  }

  /** Saves the words where readers do not see them. The state says how it went. */
  async keep(): Promise<boolean> {
    this.#timer.stop();
    if (!this.#mayKeep() || !canBeKept(this.#state.words)) return false;
    try {
      await this.#inTurn(() => this.#keepWords());
      return true;
    } catch {
      if (this.#open && this.#mayKeep()) this.#timer.planRetry();
      return false;
    }
  }

  /** Saves all of the post as readers are to see it, under a status. Throws a Failure. */
  save(status: PostStatus): Promise<SaveOutcome> {
    this.#timer.stop();
    return this.#inTurn(() => this.#saveAll(status));
  }

  /** Settles a clash: `ours` are the fields in which our words stand. */
  settle(ours: WordsField[]): void {
    const { clash, words } = this.#state;
    if (clash === undefined) return;
    const theirs = clash.fields.filter((field) => !ours.includes(field));
    this.#take({ ...words, ...pick(clash.theirs, theirs) }, { clash: undefined });
  }

  /** Forgets what of a published post is not on the site yet. Throws a Failure. */
  async discard(): Promise<void> {
    const { post } = this.#state;
    if (post === undefined) return;
    await this.#inTurn(async () => {
      await deleteCopy(this.id);
      this.#show({ saved: post.words, copy: undefined, failure: undefined });
      this.#take(post.words, { joinedAt: undefined, restoredAt: undefined });
    });
  }

  /** Drops what the session brought back, for what the server has. */
  dropRestored(): void {
    this.#take(this.#state.saved, { restoredAt: undefined, joinedAt: undefined, clash: undefined });
  }

  /** Leaves the words of a deleted post to the editor of a new one. */
  leaveToNew(): void {
    const words: PostWords = { ...this.#state.words, status: 'draft', published_at: null };
    writePostDraft(this.id, undefined);
    writePostDraft('new', { id: newId(), words, base: emptyWords(), at: Date.now() });
    this.#show({ words: this.#state.saved });
  }

  #show(change: Partial<EditorState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Shows words that came from elsewhere than the keyboard. */
  #take(words: PostWords, more: Partial<EditorState>): void {
    const version = this.#state.version + 1;
    this.#show({ joinedAt: Date.now(), failure: undefined, ...more, words, version });
    this.#store();
    this.#plan();
  }

  #mayKeep(): boolean {
    const { gone, clash, words, saved } = this.#state;
    return !gone && clash === undefined && differing(words, saved, textsFields).length > 0;
  }

  #plan(): void {
    if (this.#open && this.#mayKeep()) this.#timer.plan();
    else this.#timer.stop();
  }

  #store(): void {
    const { post, words, saved } = this.#state;
    const name = post === undefined ? 'new' : this.id;
    const draft = { id: this.id, words, base: saved, at: Date.now() };
    writePostDraft(name, this.isUnsaved() ? draft : undefined);
  }

  /** One save after another, each with what was typed by then. */
  #inTurn<T>(save: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => this.#attempt(save));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #attempt<T>(save: () => Promise<T>): Promise<T> {
    this.#show({ saving: true });
    try {
      return await save();
    } catch (error) {
      this.#show({ failure: asFailure(error) });
      throw error;
    } finally {
      this.#show({ saving: false });
      this.#store();
    }
  }

  /** The server has these words now; what was typed meanwhile is the next save's. */
  #confirm(saved: PostWords, more: Partial<EditorState>): void {
    this.#show({
      ...more,
      saved,
      savedAt: Date.now(),
      failure: undefined,
      restoredAt: undefined,
    });
    this.#plan();
  }

  async #keepWords(): Promise<void> {
    const { words, post, saved } = this.#state;
    if (!this.#mayKeep()) return;
    if (post === undefined) return this.#create({ ...words, status: 'draft', published_at: null });
    const kept = { ...words, status: saved.status, published_at: saved.published_at };
    if (post.status === 'published') {
      const copy = await this.#keepCopy(post, words);
      return copy === null ? this.#reconcile() : this.#confirm(kept, { copy });
    }
    const row = await updatePost(this.id, post.updatedAt, words, 'texts');
    return row === null ? this.#reconcile() : this.#confirm(kept, { post: row });
  }

  #keepCopy(post: Kept, words: PostWords): Promise<CopyStamp | null> {
    const { copy } = this.#state;
    return copy === undefined
      ? insertCopy(this.id, post.updatedAt, words)
      : updateCopy(this.id, copy, words);
  }

  async #create(words: PostWords): Promise<void> {
    const post = await insertPost(this.id, words);
    writePostDraft('new', undefined);
    this.#confirm({ ...words, status: post.status, published_at: post.publishedAt }, { post });
  }

  async #saveAll(status: PostStatus): Promise<SaveOutcome> {
    const { post, copy, clash } = this.#state;
    if (clash !== undefined) return 'clash';
    const words = { ...this.#state.words, status };
    if (post === undefined) await this.#create(words);
    else {
      const row = await (copy === undefined
        ? updatePost(this.id, post.updatedAt, words, 'all')
        : publishCopy(this.id, copy, words));
      if (row === null) return this.#saveAfterReconciling(status);
      const dates = { status: row.status, published_at: row.publishedAt };
      this.#confirm({ ...words, ...dates }, { post: row, copy: undefined });
    }
    this.#followDates();
    return this.#tell();
  }

  /** The server dates a first publishing: the form shows it. */
  #followDates(): void {
    const { words, saved } = this.#state;
    const { status, published_at } = saved;
    this.#show({ words: { ...words, status, published_at } });
  }

  #tell(): SaveOutcome {
    const outcome = this.#isNews ? 'created' : 'updated';
    this.#isNews = false;
    return outcome;
  }

  /** Others' changes join ours, and then what was asked for is done. */
  async #saveAfterReconciling(status: PostStatus): Promise<SaveOutcome> {
    await this.#reconcile();
    return this.#state.gone || this.#state.clash !== undefined ? 'clash' : this.#saveAll(status);
  }

  /** Somebody else was here: both sides' changes are brought together, or the writer is asked. */
  async #reconcile(): Promise<void> {
    await assertAdmin();
    const fresh = await loadPost(this.id);
    if (fresh === null) return this.#show({ gone: true });
    this.#take(...joined(fresh, this.#state.saved, this.#state.words));
  }
}
