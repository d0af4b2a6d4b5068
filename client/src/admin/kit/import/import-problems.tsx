import { useTranslation } from '@/shared/i18n';

/** A problem of a line: the label of its column ('' where it is the whole line), its text, and what to do. */
export type ShownProblem = { line: number; column: string; value: string; text: string };

/** The most problems that are listed; a corrected file shows the next. */
const shown = 100;

/** The problems by line and column, with their solutions. */
export function ImportProblems({ problems }: { problems: readonly ShownProblem[] }) {
  const { t } = useTranslation('admin-import');
  if (problems.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="text-small font-medium">{t('import.problems')}</h3>
      <p className="text-small text-muted">{t('import.correct')}</p>
      <ul aria-label={t('import.problems')} className="border-t border-line text-small">
        {problems.slice(0, shown).map(({ line, column, value, text }) => (
          <li key={`${line} ${column}`} className="border-b border-line py-1.5">
            <span className="font-medium">
              {column === '' ? t('import.line', { line }) : t('import.place', { line, column })}
            </span>{' '}
            {value !== '' && <bdi className="wrap-anywhere text-muted">{value}</bdi>}{' '}
            <span>{text}</span>
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
