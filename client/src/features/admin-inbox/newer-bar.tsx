import { useTranslation } from 'react-i18next';

type Props = { count: number; onShow: () => void };

/** Says quietly that more has come in; it is shown when somebody wants to see it. */
export function NewerBar({ count, onShow }: Props) {
  const { t } = useTranslation('desk-inbox');
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 border-s-4 border-status-new bg-raised px-3 text-small">
          {t('newer', { count })}
          <button
            type="button"
            onClick={onShow}
            className="min-h-11 underline underline-offset-4 lg:min-h-9"
          >
            {t('showNewer')}
          </button>
        </p>
      )}
    </div>
  );
}
