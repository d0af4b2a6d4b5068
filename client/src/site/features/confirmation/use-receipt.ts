import { useMutation } from '@tanstack/react-query';
import { callFunction } from '@/shared/api/call-function';
import { Failure } from '@/shared/api/failures';
import { useLanguage } from '@/shared/i18n';
import { useSubmission } from '@/shared/ui/use-submission';

/** Time that an outcome is shown. Milliseconds. */
export const outcome = { successMs: 5000, errorMs: 3000 };

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

/**
 * Downloads the receipt as a PDF; `contact` is the e-mail or the phone of the order. The slip of a demonstration
 * needs none.
 */
export function useDownloadReceipt(code: string) {
  const language = useLanguage();
  const { state, failure, submit } = useSubmission(outcome);
  const { mutateAsync } = useMutation({
    networkMode: 'always',
    mutationFn: async (contact: string) => {
      const file = await callFunction('order-receipt', { order_number: code, contact, language });
      if (!(file instanceof Blob)) throw new Failure('unexpected', '', 'no file');
      saveFile(file, `${code}.pdf`);
    },
  });
  return { state, failure, download: (contact: string) => void submit(() => mutateAsync(contact)) };
}

/** Saves a blob under a file name. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
