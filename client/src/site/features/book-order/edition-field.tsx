import { useTranslation } from '@/shared/i18n';
import { editions, type Edition } from './edition';

type Props = { chosen: Edition; onChoose: (edition: Edition) => void };

/** Radio buttons for the edition. */
export function EditionField({ chosen, onChoose }: Props) {
  const { t } = useTranslation('book');
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">{t('order.edition')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
        {editions.map((edition) => (
          <label
            key={edition}
            className="flex min-h-12 items-center gap-3 rounded-block border border-edge bg-raised px-3.5 py-2 has-checked:border-accent has-checked:outline-1 has-checked:outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="edition"
              value={edition}
              checked={edition === chosen}
              onChange={() => onChoose(edition)}
              className="size-4.5 accent-accent"
            />
            {t(`order.editions.${edition}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
