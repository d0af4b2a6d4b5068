import { FileField } from '@/shared/ui/file-field';
import type { FormFile } from '@/shared/ui/use-form-file';
import { formatBytes } from '@/shared/i18n/format';
import { useLanguage, useTranslation } from '@/shared/i18n';

type Props = {
  file: FormFile;
  /** The `accept` attribute: what the file chooser offers. */
  accept: string;
  label: string;
  hint: string;
  /** The button that opens the file chooser. */
  choose: string;
};

/** The file field of a form, with the texts that all forms share. */
export function FormFileField({ file, accept, label, hint, choose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <FileField
      file={file}
      accept={accept}
      labels={{
        label,
        hint,
        choose,
        chooseOther: t('file.chooseOther'),
        remove: t('file.remove'),
        cancel: t('file.cancel'),
        retry: t('retry'),
        reading: t('file.reading'),
        sending: t('file.sending'),
        failed: t('file.failed'),
        refusals: {
          type: t('file.refusals.type'),
          large: t('file.refusals.large'),
          empty: t('file.refusals.empty'),
          heic: t('file.refusals.heic'),
          broken: t('file.refusals.broken'),
        },
        size: (bytes) => formatBytes(bytes, language),
        preview: (name) => t('file.preview', { name }),
      }}
    />
  );
}
