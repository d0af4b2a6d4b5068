import { useTranslation } from 'react-i18next';

type Props = {
  /** How many have come in since the list was read. */
  count: number;
  /** What has come in, counted in words. */
  text: string;
  onShow: () => void;
};

/** Says quietly that more has come in; it is shown when somebody wants to see it. */
export function NewerBar({ count, text, onShow }: Props) {
  const { t } = useTranslation('admin-kit');
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 border-s-4 border-status-new bg-raised px-3 text-small">
          {text}
          <button
            type="button"
            onClick={({ currentTarget }) => {
              // The button goes with the bar; the focus is not to go with it.
              currentTarget.closest('main')?.focus({ preventScroll: true });
              onShow();
            }}
            className="min-h-11 min-w-11 underline underline-offset-4 lg:min-h-9"
          >
            {t('list.showNewer')}
          </button>
        </p>
      )}
    </div>
  );
}
