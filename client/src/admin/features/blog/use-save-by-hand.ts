import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { asFailure } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import type { PostEditorStore } from './post-editor-store';
import { canBeSaved, type PostStatus } from './post-values';
import { messageOf } from './save-state';

/** The result of a save replaces that of the save before. */
const about = { about: 'post' };

/** Saves the post with a status and shows the result. Resolves to whether it is saved. */
export function useSaveByHand(store: PostEditorStore) {
  const { t } = useTranslation(['admin-blog', 'admin-kit', 'site']);
  const queries = useQueryClient();
  const report = (failure: ReturnType<typeof asFailure>) => {
    console.warn(failure);
    notify('bad', t('editor.saveFailed', { message: messageOf(t, { failure }) }), about);
  };
  return async (status: PostStatus): Promise<boolean> => {
    if (!canBeSaved(store.state().values)) {
      notify('bad', t('editor.saveFailed', { message: t('save.waitsForTitle') }), about);
      document
        .getElementById(store.state().values.title_en.trim() === '' ? 'title-en' : 'slug')
        ?.focus();
      return false;
    }
    try {
      const outcome = await store.save(status);
      if (outcome === 'conflict') {
        notify('bad', store.state().gone ? t('save.gone') : t('admin-kit:clash.choose'), about);
        return false;
      }
      notify('good', t(`editor.${outcome}`), { ...about, ms: 6000 });
      void refresh(queries, ['blog_posts', 'blog_post_list']);
      return true;
    } catch (error) {
      report(asFailure(error));
      return false;
    }
  };
}
