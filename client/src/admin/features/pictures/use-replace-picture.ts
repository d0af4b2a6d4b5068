import { useState } from 'react';
import { useConfirm } from '@/admin/kit/confirm';
import type { Picture } from '@/admin/kit/pictures/picture';
import { replacePicture } from '@/admin/kit/pictures/picture-files';
import { PictureError } from '@/admin/kit/pictures/prepare-picture';
import { useRefreshPictures } from '@/admin/kit/pictures/use-pictures';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';

/** Replaces the file of a picture everywhere, after confirmation. `sent` is 0 to 1 while it is sent. */
export function useReplacePicture(picture: Picture) {
  const { t } = useTranslation('admin-pictures');
  const confirm = useConfirm();
  const showError = useErrorToast();
  const refresh = useRefreshPictures();
  const [sent, setSent] = useState<number>();
  const replace = async (file: File) => {
    const yes = await confirm({
      question: t('replace.question'),
      detail: t('replace.detail'),
      action: t('replace.action'),
    });
    if (!yes) return;
    setSent(0);
    try {
      await replacePicture(picture, file, { onProgress: setSent });
      notify('good', t('replace.done'), { ms: 6000 });
      refresh();
    } catch (error) {
      if (error instanceof PictureError) notify('bad', t(`problems.${error.problem}`));
      else showError(t('replace.failed'), error);
    }
    setSent(undefined);
  };
  return { replace, sent };
}
