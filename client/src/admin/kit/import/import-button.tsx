import { useState, type ReactNode } from 'react';
import { Upload } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';

/** Opens the import of a list, which its caller lazy-loads. */
export function ImportButton({ children }: { children: (onClose: () => void) => ReactNode }) {
  const { t } = useTranslation('admin-kit');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="line" onClick={() => setOpen(true)} className="lg:min-h-9 lg:px-3">
        <Upload aria-hidden="true" className="size-4" />
        {t('import.open')}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
