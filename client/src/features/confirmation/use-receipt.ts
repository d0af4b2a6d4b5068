import { useMutation } from '@tanstack/react-query';
import { callFunction } from '@/api/call-function';
import { Failure } from '@/api/failures';
import { useLanguage } from '@/i18n';

/** Requests the receipt by e-mail. The response does not reveal whether the address is the order's. */
export function useEmailReceipt(code: string) {
  const language = useLanguage();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (email: string) => {
      await callFunction('send-receipt', { order_number: code, email, language });
    },
  });
}

/** Fetches the receipt as a PDF; `contact` is the e-mail or the phone of the order. */
export function useDownloadReceipt(code: string) {
  const language = useLanguage();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (contact: string) => {
      const file = await callFunction('order-receipt', { order_number: code, contact, language });
      if (!(file instanceof Blob)) throw new Failure('unexpected', '', 'no file');
      return file;
    },
  });
}
