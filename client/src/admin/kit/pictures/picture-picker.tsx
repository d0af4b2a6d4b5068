import { useState } from 'react';
import { useTranslation } from '@/shared/i18n';
import { AdminDialog } from '@/admin/kit/admin-dialog';
import { PictureBrowser } from './picture-browser';
import { PictureUpload } from './picture-upload';
import type { PictureView } from './use-pictures';

type Props = {
  open: boolean;
  /** The id of the picture chosen before; '' for none. */
  chosen: string;
  onChoose: (id: string) => void;
  onClose: () => void;
};

/** The library in a dialog, to choose one picture. A picture uploaded here becomes part of the library. */
export function PicturePicker({ open, onClose, ...rest }: Props) {
  const { t } = useTranslation('admin-pictures');
  return (
    <AdminDialog open={open} onClose={onClose} title={t('picker.choose')} className="max-w-5xl">
      <Library {...rest} />
    </AdminDialog>
  );
}

/** Mounted while the dialog is open: each time it begins with the newest pictures. */
function Library({ chosen, onChoose }: Pick<Props, 'chosen' | 'onChoose'>) {
  const [view, setView] = useState<PictureView>({ search: '', page: 1 });
  return (
    <>
      <PictureUpload />
      <PictureBrowser
        view={view}
        onView={(change) => setView({ ...view, page: 1, ...change })}
        chosen={chosen}
        onOpen={onChoose}
      />
    </>
  );
}
