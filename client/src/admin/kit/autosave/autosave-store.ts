import { readEditDraft, writeEditDraft } from '@/admin/kit/edit-draft';
import { mergeStored, pickFields } from '@/admin/kit/form/merge-edits';
import { assertAdmin } from '@/admin/kit/rows/assert-admin';
import { isOverwrite } from '@/admin/kit/rows/write-unless-changed';
import { asFailure } from '@/shared/api/failures';
import { createStore, type Store } from '@/shared/ui/store';
import { AutosaveTimer } from './autosave-timer';
import {
  mergeLoaded,
  type EditFields,
  type EditState,
  type FieldOf,
  type Loaded,
} from './edit-state';

export type SaveStatus =
  'saving' | 'failed' | 'clash' | 'gone' | 'waits' | 'unsaved' | 'choice' | 'saved' | 'clean';

type Options<V extends object, R> = {
  id: string;
  /** The name of the session draft. */
  draft: string;
  loaded: Loaded<V, R>;
  fields: EditFields<V>;
};

/**
 * The state of an editor, with autosave, a session draft and merging of concurrent edits. Outside React, so that no
 * render delays or repeats a save.
 */
export abstract class AutosaveStore<V extends object, R> {
  readonly id: string;
  readonly store: Store<EditState<V, R>>;
  protected draftName: string;
  readonly #fields: EditFields<V>;
  #open = false;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #timer = new AutosaveTimer(() => void this.saveDraft());

  constructor({ id, draft: name, loaded, fields }: Options<V, R>) {
    this.id = id;
    this.draftName = name;
    this.#fields = fields;
    const draft = readEditDraft(name, fields.read);
    // The record may have changed since the draft: changes of other fields are merged.
    const { saved, theirs } = loaded;
    const merged = mergeLoaded(loaded, draft?.base ?? saved, draft?.values ?? saved, fields);
    // The last save before the page was left may have succeeded.
    const isRestored = draft !== undefined && this.#differing(merged.values, saved).length > 0;
    this.store = createStore<EditState<V, R>>({
      ...merged,
      saving: false,
      savedAt: undefined,
      failure: undefined,
      gone: false,
      restoredAt: isRestored ? draft.at : undefined,
      mergedAt: theirs === saved ? undefined : Date.now(),
      version: 0,
    });
  }

  /** Writes the given unsaved fields of the current values. */
  protected abstract persist(unsaved: FieldOf<V>[]): Promise<void>;

  /** Loads the record; null if it was deleted or may not be edited any more. */
  protected abstract load(): Promise<Loaded<V, R> | null>;

  readonly state = (): EditState<V, R> => this.store.get();

  readonly isUnsaved = (): boolean =>
    this.#differing(this.state().values, this.state().saved).length > 0;

  readonly status = (): SaveStatus => {
    const { gone, conflict, saving, failure, values, savedAt } = this.state();
    if (gone) return 'gone';
    if (conflict !== undefined) return 'clash';
    if (saving) return 'saving';
    if (failure !== undefined) return 'failed';
    if (this.#unsavedFields().length > 0) return this.#isComplete(values) ? 'unsaved' : 'waits';
    if (this.isUnsaved()) return 'choice';
    return savedAt === undefined ? 'clean' : 'saved';
  };

  /** Starts autosaving; call when the editor is mounted. */
  open(): void {
    this.#open = true;
    this.#storeDraft();
    this.#schedule();
  }

  close(): void {
    this.#open = false;
    this.#timer.stop();
  }

  /** Applies typed values. They are in the session draft at once. */
  write(change: Partial<V>): void {
    this.setState({ values: { ...this.state().values, ...change } });
    this.#storeDraft();
    this.#schedule();
  }

  /** Saves what autosave writes. Resolves to whether everything is saved; a failure is in the state. */
  async saveDraft(): Promise<boolean> {
    this.#timer.stop();
    try {
      await this.#inTurn(async () => {
        if (this.#canSave()) await this.#attempt(() => this.persist(this.#unsavedFields()));
      });
    } catch {
      if (this.#open && this.#canSave()) this.#timer.scheduleRetry();
    }
    return !this.isUnsaved() && !this.state().gone;
  }

  /** Resolves the conflict of a field with the value that stands. Nothing is saved before the last one. */
  resolve(name: string, value: unknown): void {
    const { conflict, values } = this.state();
    if (conflict === undefined) return;
    const fields = conflict.fields.filter((field) => field !== name);
    this.replaceValues(this.#fields.read({ [name]: value }, values), {
      conflict: fields.length > 0 ? { ...conflict, fields } : undefined,
    });
  }

  /** Discards the unsaved values. */
  discardChanges(): void {
    this.replaceValues(this.state().saved, {
      restoredAt: undefined,
      mergedAt: undefined,
      conflict: undefined,
    });
  }

  protected setState(change: Partial<EditState<V, R>>): void {
    this.store.set({ ...this.state(), ...change });
  }

  /** Replaces the values other than by typing. */
  protected replaceValues(values: V, more: Partial<EditState<V, R>> = {}): void {
    const version = this.state().version + 1;
    this.setState({ mergedAt: Date.now(), failure: undefined, ...more, values, version });
    this.#storeDraft();
    this.#schedule();
  }

  /** Queues a write; it takes the values at its start. */
  protected enqueue<T>(write: () => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#attempt(write));
  }

  /** Marks the values as saved. Values typed meanwhile belong to the next save. */
  protected setSaved(saved: V, record: R): void {
    const savedAt = Date.now();
    this.setState({ record, saved, savedAt, failure: undefined, restoredAt: undefined });
    this.#schedule();
  }

  /** Marks the written fields as saved, and merges what others have changed in the row meanwhile. */
  protected async setStored(
    record: R,
    write: { sent: V; written: FieldOf<V>[]; stored: V },
  ): Promise<void> {
    const { saved, values: ours } = this.state();
    const merge = mergeStored({ ...write, saved, ours }, this.#fields);
    if (merge.conflicts.length > 0) {
      this.setState({ saved: merge.base });
      return this.reconcile();
    }
    this.setSaved(merge.saved, record);
    if (this.#differing(merge.values, ours).length > 0) this.replaceValues(merge.values);
    return undefined;
  }

  /** Null if somebody else has changed the same, after merging what they changed. */
  protected async unlessChanged<T>(write: () => Promise<T>): Promise<T | null> {
    try {
      return await write();
    } catch (error) {
      if (!isOverwrite(error)) throw error;
      await this.reconcile();
      return null;
    }
  }

  /** Another user changed the record: merges both sides, or reports a conflict. */
  protected async reconcile(): Promise<void> {
    await assertAdmin();
    const fresh = await this.load();
    if (fresh === null) return this.setState({ gone: true });
    const { saved, values: ours } = this.state();
    const { values, ...more } = mergeLoaded(fresh, saved, ours, this.#fields);
    return this.replaceValues(values, more);
  }

  #differing(a: V, b: V, names = this.#fields.names): FieldOf<V>[] {
    return names.filter((name) => !this.#fields.isSame(name, a, b));
  }

  #unsavedFields(): FieldOf<V>[] {
    return this.#differing(this.state().values, this.state().saved, this.#fields.autosaved);
  }

  #isComplete(values: V): boolean {
    return this.#fields.canBeSaved?.(values) ?? true;
  }

  #canSave(): boolean {
    const { gone, conflict, values } = this.state();
    const isOpen = !gone && conflict === undefined;
    return isOpen && this.#isComplete(values) && this.#unsavedFields().length > 0;
  }

  #schedule(): void {
    if (this.#open && this.#canSave()) this.#timer.schedule();
    else this.#timer.stop();
  }

  #storeDraft(): void {
    const { values, saved, conflict } = this.state();
    // With the base of a conflict it is one after a reload, too.
    const base = conflict ? { ...saved, ...pickFields(conflict.base, conflict.fields) } : saved;
    const draft = { id: this.id, values, base, at: Date.now() };
    writeEditDraft(this.draftName, this.isUnsaved() ? draft : undefined);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #attempt<T>(write: () => Promise<T>): Promise<T> {
    this.setState({ saving: true });
    try {
      return await write();
    } catch (error) {
      this.setState({ failure: asFailure(error) });
      throw error;
    } finally {
      this.setState({ saving: false });
      this.#storeDraft();
    }
  }
}
