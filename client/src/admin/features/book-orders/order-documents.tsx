import { useMemo, useState } from 'react';
import { FileText, Printer } from 'lucide-react';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { labelOf, languageOf } from './buyer';
import type { Order } from './order-flag';
import { isEnded } from './order-status';
import { useMutation } from '@tanstack/react-query';
import { callFunction } from '@/shared/api/call-function';
import { Failure } from '@/shared/api/failures';

const SlipsDialog = lazyComponent(
  () => import('./slips-dialog').then((m) => m.SlipsDialog),
  null,
  LoadFailure,
);

/**
 * Packing slip and receipt in the buyer's language, and the address to copy. Nothing is packed or paid for
 * an order that has ended.
 */
export function OrderDocuments({ order }: { order: Order }) {
  const { t } = useTranslation(['admin-orders', 'admin-kit']);
  const [printing, setPrinting] = useState(false);
  const ids = useMemo(() => [order.id], [order.id]);
  const showError = useErrorToast();
  const receipt = useOrderReceipt((error) => showError(t('receiptFailed'), error));
  const className = 'max-sm:grow lg:min-h-9 [&_svg]:size-4';
  return (
    <div className="flex flex-wrap gap-2">
      {!isEnded(order) && (
        <>
          <Button look="line" className={className} onClick={() => setPrinting(true)}>
            <Printer aria-hidden="true" />
            {t('slip')}
          </Button>
          <Button
            look="line"
            className={className}
            aria-busy={receipt.isPending}
            onClick={() => receipt.isPending || receipt.mutate(order)}
          >
            <FileText aria-hidden="true" />
            {t('receipt')}
          </Button>
        </>
      )}
      <CopyButton
        text={labelOf(order)}
        label={t('copyAddress')}
        copied={t('admin-kit:copy.copied')}
        failed={t('admin-kit:copy.failed')}
        className="max-sm:grow lg:min-h-9"
      />
      {printing && <SlipsDialog ids={ids} onClose={() => setPrinting(false)} />}
    </div>
  );
}

async function fetchReceipt(order: Order): Promise<Blob> {
  const file = await callFunction('order-receipt', {
    order_number: order.order_number,
    contact: order.buyer_email,
    language: languageOf(order),
  });
  if (file instanceof Blob) return file;
  throw new Failure('unexpected', '', 'no file');
}

/** Downloads the receipt of an order, a PDF in the buyer's language. */
function useOrderReceipt(onFailure: (error: unknown) => void) {
  return useMutation({
    networkMode: 'always',
    mutationFn: fetchReceipt,
    onSuccess: (file, order) => download(file, `receipt-${order.order_number}.pdf`),
    onError: onFailure,
  });
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
