import { AutosaveStore } from '@/admin/kit/autosave/autosave-store';
import type { Loaded } from '@/admin/kit/autosave/edit-state';
import { pickFields } from '@/admin/kit/form/merge-edits';
import { updateUnlessChanged } from '@/admin/kit/rows/write-unless-changed';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import {
  newsletterFields,
  readTexts,
  type Newsletter,
  type NewsletterField,
  type NewsletterTexts,
} from './newsletter';

type Saver = { full_name: string | null; email: string };

/** The state of the editor of a newsletter that is a draft. */
export class NewsletterStore extends AutosaveStore<NewsletterTexts, Newsletter> {
  constructor(row: Newsletter) {
    const loaded = loadedFrom(row, null);
    super({ id: row.id, draft: `newsletter.${row.id}`, loaded, fields: newsletterFields });
  }

  protected async load(): Promise<Loaded<NewsletterTexts, Newsletter> | null> {
    const client = await sb();
    const found: (Newsletter & { saver: Saver | null }) | null = unwrap(
      await client
        .from('newsletters')
        .select('*, saver:admin_users(full_name, email)')
        .eq('id', this.id)
        .maybeSingle(),
    );
    if (found === null || found.status !== 'draft') return null;
    const { saver, ...row } = found;
    return loadedFrom(row, saver);
  }

  protected async persist(written: NewsletterField[]): Promise<void> {
    const { values: sent, record } = this.state();
    const change = pickFields(sent, written);
    const row = await this.unlessChanged(() =>
      updateUnlessChanged('newsletters', record, change, ['status']),
    );
    if (row !== null) await this.setStored(row, { sent, written, stored: readTexts(row) });
  }
}

function loadedFrom(row: Newsletter, saver: Saver | null): Loaded<NewsletterTexts, Newsletter> {
  const saved = readTexts(row);
  const lastSave = { name: saver && (saver.full_name || saver.email), at: row.updated_at };
  return { record: row, saved, theirs: saved, conflicts: {}, lastSave };
}
