import { useMutation } from '@tanstack/react-query';
import { callFunction } from '@/shared/api/call-function';
import { Failure } from '@/shared/api/failures';
import { languageOf } from './buyer';
import type { Order } from './order-flag';

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
export function useOrderReceipt(onFailure: (error: unknown) => void) {
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
