import { useState } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { ReviewForm } from './review-form';

/** The review form in a dialog, with its button. */
export function ReviewDialog() {
  const { t } = useTranslation(['book', 'site']);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="min-h-13" onClick={() => setOpen(true)}>
        {t('reviews.write')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('reviews.form.title')}
        closeLabel={t('site:close')}
      >
        <ReviewForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
