import { sb } from '@/api/client';
import { asFailure, unwrap, type Failure } from '@/api/failures';
import { createStore, type Store } from '@/ui/store';
import { AutosaveTimer } from '@/admin/autosave-timer';
import { asRecord, readDraft, writeDraft } from '@/ui/storage';
import {
  differingTexts,
  mergeTexts,
  pickTexts,
  readTexts,
  textsOf,
  type Newsletter,
  type NewsletterField,
  type NewsletterTexts,
} from './newsletter';

/** The state of the editor. Immutable: a new object at each change. */
export type NewsletterDraft = {
  texts: NewsletterTexts;
  /** The texts stored on the server. */
  saved: NewsletterTexts;
  /** The version on the server. */
  updatedAt: string;
  saving: boolean;
  hasSaved: boolean;
  failure: Failure | undefined;
  /** Concurrent changes of the same fields, for the user to resolve. */
  conflict: { theirs: NewsletterTexts; fields: NewsletterField[] } | undefined;
  /** Whether it was deleted, or is not a draft any more. */
  gone: boolean;
  /** Whether texts of this browser session were restored. */
  restored: boolean;
  /** Whether another user's changes were merged. */
  merged: boolean;
  /** Incremented when texts change other than by typing: the rich-text editors then load them. */
  version: number;
};

/**
 * The draft of a newsletter, with autosave, a copy in session storage and merging of concurrent edits.
 * Outside React, so that no render delays or repeats a save.
 */
export class NewsletterStore {
  readonly id: string;
  readonly store: Store<NewsletterDraft>;
  #open = false;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #timer = new AutosaveTimer(() => void this.save());

  constructor(row: Newsletter) {
    this.id = row.id;
    const saved = textsOf(row);
    const { texts, base } = asRecord(readDraft(this.#draftName()));
    const [ours, from] = [readTexts(texts), readTexts(base)];
    const merge = mergeTexts(from ?? saved, ours ?? saved, saved);
    const restored = differingTexts(merge.texts, saved).length > 0;
    this.store = createStore<NewsletterDraft>({
      texts: merge.texts,
      saved,
      updatedAt: row.updated_at,
      saving: false,
      hasSaved: false,
      failure: undefined,
      conflict: merge.conflicts.length > 0 ? { theirs: saved, fields: merge.conflicts } : undefined,
      gone: false,
      restored,
      merged: false,
      version: 0,
    });
  }

  readonly state = (): NewsletterDraft => this.store.get();

  readonly isUnsaved = (): boolean =>
    differingTexts(this.state().texts, this.state().saved).length > 0;

  /** Starts autosaving; call when the editor is mounted. */
  open(): void {
    this.#open = true;
    if (this.#canSave()) this.#timer.schedule();
  }

  close(): void {
    this.#open = false;
    this.#timer.stop();
  }

  /** Applies typed texts. They are in the session draft at once. */
  write(change: Partial<NewsletterTexts>): void {
    this.#setState({ texts: { ...this.state().texts, ...change } });
    this.#keepDraft();
    if (this.#open && this.#canSave()) this.#timer.schedule();
  }

  /** Saves what is unsaved. Resolves to whether everything is saved; a failure is in the state. */
  async save(): Promise<boolean> {
    this.#timer.stop();
    const turn = this.#queue.then(() => this.#saveNow());
    this.#queue = turn.catch(() => undefined);
    await turn;
    return !this.isUnsaved() && !this.state().gone;
  }

  /** Resolves a conflict: `ours` are the fields that keep our texts. */
  resolve(ours: readonly NewsletterField[]): void {
    const { conflict, texts } = this.state();
    if (conflict === undefined) return;
    const theirs = conflict.fields.filter((field) => !ours.includes(field));
    this.#replace({ ...texts, ...pickTexts(conflict.theirs, theirs) }, { conflict: undefined });
  }

  /** Discards what is not saved. */
  discard(): void {
    this.#replace(this.state().saved, { restored: false, merged: false, conflict: undefined });
  }

  #draftName = (): string => `newsletter.${this.id}`;

  #setState(change: Partial<NewsletterDraft>): void {
    this.store.set({ ...this.state(), ...change });
  }

  #canSave(): boolean {
    return !this.state().gone && this.state().conflict === undefined && this.isUnsaved();
  }

  #keepDraft(): void {
    const { texts, saved } = this.state();
    writeDraft(this.#draftName(), this.isUnsaved() ? { texts, base: saved } : undefined);
  }

  /** Replaces the texts other than by typing. */
  #replace(texts: NewsletterTexts, more: Partial<NewsletterDraft>): void {
    this.#setState({ ...more, texts, failure: undefined, version: this.state().version + 1 });
    this.#keepDraft();
    if (this.#open && this.#canSave()) this.#timer.schedule();
  }

  async #saveNow(): Promise<void> {
    if (!this.#canSave()) return;
    this.#setState({ saving: true });
    try {
      await this.#update();
    } catch (error) {
      this.#setState({ failure: asFailure(error) });
      if (this.#open) this.#timer.scheduleRetry();
    } finally {
      this.#setState({ saving: false });
      this.#keepDraft();
    }
  }

  /** Optimistic locking: no row is updated if another user has changed it. */
  async #update(): Promise<void> {
    const { texts, updatedAt } = this.state();
    const client = await sb();
    const row: { updated_at: string } | null = unwrap(
      await client
        .from('newsletters')
        .update(texts)
        .eq('id', this.id)
        .eq('updated_at', updatedAt)
        .eq('status', 'draft')
        .select('updated_at')
        .maybeSingle(),
    );
    if (row === null) return this.#reconcile();
    this.#setState({
      saved: texts,
      updatedAt: row.updated_at,
      hasSaved: true,
      failure: undefined,
      restored: false,
    });
    if (this.#open && this.#canSave()) this.#timer.schedule();
    return undefined;
  }

  /** Another user changed it: merges both sides, or reports a conflict. */
  async #reconcile(): Promise<void> {
    const client = await sb();
    const fresh: Newsletter | null = unwrap(
      await client.from('newsletters').select('*').eq('id', this.id).maybeSingle(),
    );
    if (fresh === null || fresh.status !== 'draft') return this.#setState({ gone: true });
    const theirs = textsOf(fresh);
    const { texts, conflicts } = mergeTexts(this.state().saved, this.state().texts, theirs);
    const conflict = conflicts.length > 0 ? { theirs, fields: conflicts } : undefined;
    const updatedAt = fresh.updated_at;
    this.#replace(texts, { saved: theirs, updatedAt, conflict, merged: true });
  }
}
