import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Upload } from 'lucide-react';
import { Button } from '@/ui/button';
import { lazyComponent } from '@/ui/lazy';
import { LoadFailure } from '@/ui/load-failure';

const ImportDrawer = lazyComponent(
  () => import('./import-drawer').then((module) => module.ImportDrawer),
  null,
  LoadFailure,
);

/** Opens the import of subscribers, which is lazy-loaded. */
export function ImportButton() {
  const { t } = useTranslation('admin-newsletter');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="line" onClick={() => setOpen(true)} className="lg:min-h-9 lg:px-3">
        <Upload aria-hidden="true" className="size-4" />
        {t('import.open')}
      </Button>
      {isOpen && <ImportDrawer onClose={() => setOpen(false)} />}
    </>
  );
}
