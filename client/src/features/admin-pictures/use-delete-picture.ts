import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { asFailure } from '@/api/failures';
import { useConfirm } from '@/admin/confirm';
import { pictureName, type Picture } from '@/admin/pictures/picture';
import { usePictureUses, useRefreshPictures } from '@/admin/pictures/use-pictures';
import { dropCached } from '@/admin/rows/cached-rows';
import { deleteRow } from '@/admin/rows/row-calls';
import { useErrorToast } from '@/admin/rows/use-error-toast';
import { useLanguage } from '@/i18n';
import { notify } from '@/ui/toast';

const stillShown = '23503'; // foreign_key_violation: the database keeps a picture that is shown

/** Deletes a picture after confirmation. One that is shown stays, and the message names where. */
export function useDeletePicture(picture: Picture, onDeleted: () => void) {
  const { t } = useTranslation('admin-pictures');
  const language = useLanguage();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const showError = useErrorToast();
  const refresh = useRefreshPictures();
  const { refetch } = usePictureUses(picture.id);
  const name = pictureName(picture, language);
  return async () => {
    const { data: uses = [] } = await refetch();
    if (uses.length > 0) {
      const titles = uses.map((use) => use[`title_${language}`] || use.title_en);
      notify('bad', t('delete.shown', { name, where: titles.join(' · ') }));
      return;
    }
    const options = { question: t('delete.question', { name }), detail: t('delete.detail') };
    if (!(await confirm({ ...options, action: t('delete.action'), tone: 'bad' }))) return;
    try {
      await deleteRow('pictures', picture.id);
      dropCached(queries, ['pictures', 'picture_list'], picture.id);
      notify('good', t('delete.done', { name }), { ms: 6000 });
      onDeleted();
    } catch (error) {
      if (asFailure(error).code === stillShown) notify('bad', t('delete.shownNow', { name }));
      else showError(t('delete.failed'), error);
    }
    refresh();
  };
}
