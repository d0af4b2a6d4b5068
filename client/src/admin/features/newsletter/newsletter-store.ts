import { sb } from '@/shared/api/client';
import { asFailure, unwrap, type Failure } from '@/shared/api/failures';
import type { LastSave } from '@/admin/kit/form/conflict-panel';
import { mergeEdits, mergeStored, pickFields } from '@/admin/kit/form/merge-edits';
import { isOverwrite, updateUnlessChanged } from '@/admin/kit/rows/write-unless-changed';
import { createStore, type Store } from '@/shared/ui/store';
import { AutosaveTimer } from '@/admin/kit/autosave-timer';
import { asRecord, readDraft, writeDraft } from '@/shared/api/storage';
import {
  differingTexts,
  mergedTexts,
  readTexts,
  textsOf,
  type Newsletter,
  type NewsletterField,
  type NewsletterTexts,
} from './newsletter';

export type NewsletterConflict = {
  /** The texts that were stored when the edit began. */
  base: NewsletterTexts;
  theirs: NewsletterTexts;
  fields: NewsletterField[];
  lastSave: LastSave | undefined;
};

/** The state of the editor. Immutable: a new object at each change. */
export type NewsletterDraft = {
  texts: NewsletterTexts;
  /** The texts stored on the server. */
  saved: NewsletterTexts;
  /** The row as stored: a save compares with it. */
  row: Newsletter;
  saving: boolean;
  hasSaved: boolean;
  failure: Failure | undefined;
  /** Concurrent changes of the same fields, for the user to resolve. */
  conflict: NewsletterConflict | undefined;
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
    const [ours = saved, from = saved] = [readTexts(texts), readTexts(base)];
    const merge = mergeEdits({ base: from, ours, theirs: saved }, mergedTexts);
    const fields = merge.conflicts;
    const lastSave = { name: null, at: row.updated_at };
    this.store = createStore<NewsletterDraft>({
      texts: merge.values,
      saved,
      row,
      saving: false,
      hasSaved: false,
      failure: undefined,
      conflict: fields.length > 0 ? { base: from, theirs: saved, fields, lastSave } : undefined,
      gone: false,
      restored: differingTexts(merge.values, saved).length > 0,
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

  /** Resolves the conflict of a field with the text that stands. Nothing is saved before the last one. */
  resolve(name: string, text: unknown): void {
    const { conflict, texts } = this.state();
    if (conflict === undefined) return;
    const fields = conflict.fields.filter((field) => field !== name);
    const chosen = { ...texts, ...readTexts({ ...texts, [name]: text }) };
    this.#replace(chosen, {
      conflict: fields.length > 0 ? { ...conflict, fields } : undefined,
    });
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
    const { texts, saved, conflict } = this.state();
    // With the base of a conflict it is one after a reload, too.
    const base = conflict ? { ...saved, ...pickFields(conflict.base, conflict.fields) } : saved;
    writeDraft(this.#draftName(), this.isUnsaved() ? { texts, base } : undefined);
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

  /** Writes what has changed, and merges what others have changed in the row meanwhile. */
  async #update(): Promise<void> {
    const { texts: sent, saved, row } = this.state();
    const written = differingTexts(sent, saved);
    let stored: Newsletter;
    try {
      const change = pickFields(sent, written);
      stored = await updateUnlessChanged('newsletters', row, change, ['status']);
    } catch (error) {
      if (!isOverwrite(error)) throw error;
      return this.#reconcile();
    }
    const { texts: ours } = this.state(); // typing goes on
    const edits = { saved, sent, written, ours, stored: textsOf(stored) };
    const merge = mergeStored(edits, mergedTexts);
    if (merge.conflicts.length > 0) {
      this.#setState({ saved: merge.base });
      return this.#reconcile();
    }
    const done = { saved: merge.saved, row: stored, hasSaved: true, restored: false };
    this.#setState({ ...done, failure: undefined });
    if (differingTexts(merge.values, ours).length > 0)
      this.#replace(merge.values, { merged: true });
    if (this.#open && this.#canSave()) this.#timer.schedule();
    return undefined;
  }

  /** Another user changed the same: merges both sides, and reports a conflict. */
  async #reconcile(): Promise<void> {
    const client = await sb();
    const found: (Newsletter & { saver: Saver | null }) | null = unwrap(
      await client
        .from('newsletters')
        .select('*, saver:admin_users(full_name, email)')
        .eq('id', this.id)
        .maybeSingle(),
    );
    if (found === null || found.status !== 'draft') return this.#setState({ gone: true });
    const { saver, ...row } = found;
    const { saved: base, texts: ours } = this.state();
    const theirs = textsOf(row);
    const { values, conflicts: fields } = mergeEdits({ base, ours, theirs }, mergedTexts);
    const lastSave = { name: saver && (saver.full_name || saver.email), at: row.updated_at };
    const conflict = fields.length > 0 ? { base, theirs, fields, lastSave } : undefined;
    this.#replace(values, { saved: theirs, row, conflict, merged: true });
  }
}

type Saver = { full_name: string | null; email: string };
