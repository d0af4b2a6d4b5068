import { useMutation } from '@tanstack/react-query';
import { isFileGone } from '@/admin/kit/use-file-address';
import { signedAddress } from '@/shared/api/file-address';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatBytes } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { DownloadIcon } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/notice';
import { textIn, type Entry } from './inbox-entry';

/** The file that came with an offer of sponsorship. It is only saved, never shown. */
export function EntryAttachment({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin-inbox');
  const language = useLanguage();
  const path = textIn(entry, 'attachment_path');
  const name = textIn(entry, 'attachment_name');
  const download = useMutation({
    mutationFn: async () => save(await signedAddress('sponsor-attachments', path, name)),
  });
  if (path === '') return null;
  return (
    <section aria-label={t('attachment.title')} className="grid gap-2 border border-line p-4">
      <p className="text-label text-muted">{t('attachment.title')}</p>
      <p className="text-small wrap-anywhere">
        <bdi>{name}</bdi>
        <span className="block text-muted">
          {formatBytes(Number(textIn(entry, 'attachment_size')), language)}
          {', '}
          <bdi dir="ltr">{textIn(entry, 'attachment_type')}</bdi>
        </span>
      </p>
      <p className="text-small text-muted">{t('attachment.caution')}</p>
      <Button
        look="line"
        aria-label={t('attachment.downloadOf', { name })}
        disabled={download.isPending}
        onClick={() => download.mutate()}
        className="justify-self-start"
      >
        <DownloadIcon />
        {t('attachment.download')}
      </Button>
      {download.isError && (
        <Notice tone="bad">
          {t(isFileGone(download.error) ? 'attachment.gone' : 'attachment.failed')}
        </Notice>
      )}
    </section>
  );
}

/** Has the browser save what an address of this origin sends as an attachment. */
function save(address: string) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
