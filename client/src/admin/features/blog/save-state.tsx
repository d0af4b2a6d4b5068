import { useSyncExternalStore } from 'react';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import type { SaveStatus } from '@/admin/kit/autosave/autosave-store';
import type { PostEditorStore, PostState } from './post-editor-store';
import { useStore } from '@/shared/ui/store';

/** The save status: saving, saved and how long ago, or the error. A live region, except for the seconds. */
export function SaveState({ store }: { store: PostEditorStore }) {
  const { t } = useTranslation('admin-blog');
  const state = useStore(store.store);
  const status = useStore(store.store, store.status);
  const text = useStatusText(state, status);
  const isBad = status === 'failed' || status === 'clash' || status === 'gone';
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-small">
      <p
        role={isBad ? 'alert' : 'status'}
        data-save-state={status}
        className={isBad ? 'text-bad' : 'text-muted'}
      >
        {text}
      </p>
      {status === 'failed' && (
        <button
          type="button"
          className="min-h-11 underline underline-offset-4 lg:min-h-8"
          onClick={() => void store.saveDraft()}
        >
          {t('save.retry')}
        </button>
      )}
      {status === 'saved' && <SavedAgo since={state.savedAt ?? 0} />}
    </div>
  );
}

function useStatusText(state: PostState, status: SaveStatus): string {
  const { t } = useTranslation(['admin-blog', 'site']);
  if (status === 'failed') return t('save.failed', { message: messageOf(t, state) });
  if (status === 'waits') return t('save.waitsForTitle');
  if (status === 'saved' && state.record.copy !== undefined) return t('save.savedCopy');
  return t(`save.${status}`);
}

type Translate = Parameters<typeof failureText>[0] & ((key: 'slug.takenShort') => string);

/** The message of a failed save; with its own text for a slug that is taken. */
export function messageOf(t: Translate, { failure }: Pick<PostState, 'failure'>): string {
  return isSlugTaken(failure) ? t('slug.takenShort') : failureText(t, failure);
}

export const isSlugTaken = (failure: { code: string; message: string } | undefined): boolean =>
  failure?.code === '23505' && failure.message.includes('blog_posts_slug_key');

// Hidden from screen readers, which have announced "Saved" once.
function SavedAgo({ since }: { since: number }) {
  const language = useLanguage();
  const now = useSyncExternalStore(subscribeSeconds, () => Math.floor(Date.now() / 1000));
  const seconds = Math.max(0, now - Math.floor(since / 1000));
  const format = new Intl.RelativeTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : language, {
    style: 'short', // narrow is “-3 s” in French
  });
  const text = seconds < 60 ? format.format(-seconds, 'second') : inMinutes(format, seconds);
  return (
    <span aria-hidden="true" className="text-faint tabular-nums">
      {text}
    </span>
  );
}

const inMinutes = (format: Intl.RelativeTimeFormat, seconds: number) =>
  seconds < 3600
    ? format.format(-Math.floor(seconds / 60), 'minute')
    : format.format(-Math.floor(seconds / 3600), 'hour');

function subscribeSeconds(listener: () => void): () => void {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
}
