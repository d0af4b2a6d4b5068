import { useLanguage, useTranslation } from '@/shared/i18n';
import { languages, type Language } from '@/shared/i18n/language';
import { languageNameIn } from '@/shared/i18n/language-names';

/** The translations of a row: a filled dot for each language, an empty one for a missing text. */
export function TranslationState({ missing }: { missing: readonly Language[] }) {
  const { t } = useTranslation('admin-kit');
  const language = useLanguage();
  const names = new Intl.ListFormat(language).format(
    missing.map((each) => languageNameIn(each, language)),
  );
  return (
    <span className="inline-flex items-center">
      <span className="sr-only">
        {missing.length === 0 ? t('languages.complete') : t('languages.missing', { names })}
      </span>
      <span aria-hidden="true" dir="ltr" className="inline-flex gap-2 text-label">
        {languages.map((each) => (
          <Dot key={each} language={each} full={!missing.includes(each)} />
        ))}
      </span>
    </span>
  );
}

const Dot = ({ language, full }: { language: Language; full: boolean }) => (
  <span className={`inline-flex items-center gap-1 ${full ? 'text-muted' : 'text-bad'}`}>
    {language.toUpperCase()}
    <span
      className={`size-1.5 rounded-full border border-current ${full ? 'bg-current' : ''} forced-colors:bg-[Canvas] ${full ? 'forced-colors:bg-[CanvasText]' : ''}`}
    />
  </span>
);
