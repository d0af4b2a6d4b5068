import { useTranslation } from '@/shared/i18n';
import { Button, buttonClass } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { DownloadIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { PrintButton } from '@/shared/ui/print-button';

type Props = { codes: string[]; onDone: () => void };

/** Four letters each, as people copy them; the server ignores the hyphens. */
const grouped = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code;

/** Shows new recovery codes, the only time, to be copied, downloaded or printed. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useTranslation('admin-sign-in');
  const lines = codes.map(grouped);
  const text = `${t('secondFactor.codesTitle')}, ${window.location.host}\n\n${lines.join('\n')}\n`;
  return (
    <section aria-labelledby="recovery-codes" className="grid gap-4">
      <h3 id="recovery-codes" className="text-lead font-medium">
        {t('secondFactor.codesTitle')}
      </h3>
      <Notice tone="plain">{t('secondFactor.codesLead')}</Notice>
      <ul
        aria-label={t('secondFactor.codesTitle')}
        dir="ltr"
        className="grid gap-y-1 rounded-block border border-line bg-raised p-4 font-mono text-small"
      >
        {lines.map((line) => (
          <li key={line} className="whitespace-nowrap select-all">
            {line}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton
          text={text}
          label={t('secondFactor.copy')}
          copied={t('secondFactor.copied')}
          failed={t('secondFactor.notCopied')}
        />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={buttonClass('line')}
        >
          <DownloadIcon />
          {t('secondFactor.download')}
        </a>
        <PrintButton>{t('secondFactor.print')}</PrintButton>
      </div>
      <Button className="min-h-12 print:hidden" onClick={onDone}>
        {t('secondFactor.codesKept')}
      </Button>
    </section>
  );
}
