import { useTranslation } from '@/shared/i18n';
import { Notice } from '@/shared/ui/notice';

type Props = {
  text: string;
  /** Removes the id from the URL: `close` of useOpenRow. */
  onClose: () => void;
};

/** Shown above a list if the URL names a row that no longer exists. */
export function DeletedNotice({ text, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Notice tone="bad" className="mb-4 flex flex-wrap items-center justify-between gap-x-4 py-1!">
      {text}
      <button
        type="button"
        onClick={onClose}
        className="min-h-11 underline underline-offset-4 lg:min-h-9"
      >
        {t('close')}
      </button>
    </Notice>
  );
}
