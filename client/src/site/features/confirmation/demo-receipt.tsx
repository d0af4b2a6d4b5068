import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { Button, buttonClass } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { useDownloadReceipt } from './use-receipt';

/** The slip of a demonstration, by the visitor's own mail program and as a file. It says that nothing was ordered. */
export function DemoReceipt({ code }: { code: string }) {
  const { t } = useTranslation(['checkout', 'site']);
  const { state, failure, download } = useDownloadReceipt(code);
  const isBusy = state === 'loading';
  const subject = encodeURIComponent(t('order.demoMailSubject', { code }));
  const text = encodeURIComponent(t('order.demoMailText', { code }));
  return (
    <>
      <a href={`mailto:?subject=${subject}&body=${text}`} className={buttonClass('solid')}>
        {t('receipt.send')}
      </a>
      <Button look="line" disabled={isBusy} onClick={() => download('')}>
        {t(isBusy ? 'receipt.downloading' : 'receipt.download')}
      </Button>
      {failure !== undefined && <Notice tone="bad">{failureText(t, failure)}</Notice>}
    </>
  );
}
