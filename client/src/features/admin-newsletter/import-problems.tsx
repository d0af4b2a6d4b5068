import { useTranslation } from 'react-i18next';
import type { LineProblem } from './subscriber-import';

/** The most problems that are listed; a corrected file shows the next. */
const shown = 100;

/** What is wrong, by line and column, and what to do. */
export function ImportProblems({ problems }: { problems: readonly LineProblem[] }) {
  const { t } = useTranslation('admin-newsletter');
  if (problems.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="text-small font-medium">{t('import.problems')}</h3>
      <p className="text-small text-muted">{t('import.correct')}</p>
      <ul aria-label={t('import.problems')} className="border-t border-line text-small">
        {problems.slice(0, shown).map(({ line, field, value, problem }) => (
          <li key={`${line} ${field}`} className="border-b border-line py-1.5">
            <span className="font-medium">
              {t('import.place', { line, column: t(`import.fields.${field}`) })}
            </span>{' '}
            {value !== '' && <bdi className="wrap-anywhere text-muted">{value}</bdi>}{' '}
            <span>{t(`import.what.${problem}`)}</span>
          </li>
        ))}
      </ul>
      {problems.length > shown && (
        <p className="text-small text-muted">
          {t('import.more', { count: problems.length - shown })}
        </p>
      )}
    </div>
  );
}
