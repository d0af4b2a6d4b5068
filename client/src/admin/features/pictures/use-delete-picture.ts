import { useQueryClient } from '@tanstack/react-query';
import { asFailure } from '@/shared/api/failures';
import { useConfirm } from '@/admin/kit/confirm';
import { pictureName, type Picture } from '@/admin/kit/pictures/picture';
import {
  usePictureUses,
  useRefreshPictures,
  type PictureUse,
} from '@/admin/kit/pictures/use-pictures';
import { dropCached } from '@/admin/kit/rows/cached-rows';
import { deleteRow } from '@/admin/kit/rows/row-calls';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';

const stillShown = '23503'; // foreign_key_violation: the database keeps a picture that is shown

/**
 * Deletes a picture after confirmation. One that is shown stays, and the message names where. E-mails that were sent do
 * not hold it: the question names the newsletters that lose it.
 */
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
    const titlesOf = (some: PictureUse[]) =>
      some.map((use) => use[`title_${language}`] || use.title_en).join(' · ');
    const sent = uses.filter(({ place }) => place === 'newsletters.sent');
    if (uses.length > sent.length) {
      const holding = uses.filter((use) => !sent.includes(use));
      notify('bad', t('delete.shown', { name, where: titlesOf(holding) }));
      return;
    }
    const mailed = sent.length > 0 ? ` ${t('delete.mailed', { where: titlesOf(sent) })}` : '';
    const options = {
      question: t('delete.question', { name }),
      detail: `${t('delete.detail')}${mailed}`,
    };
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
