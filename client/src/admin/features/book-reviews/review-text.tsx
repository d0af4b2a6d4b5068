import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf, languages, type Language } from '@/shared/i18n/language';
import { languageNameIn } from '@/shared/i18n/language-names';
import { localisedOrAny, languagesWithText } from '@/shared/i18n/localised';
import type { Review } from './review';

/** The comment in the page's language or a fallback, and the other languages that it has. */
export function ReviewText({ review, className = '' }: { review: Review; className?: string }) {
  const language = useLanguage();
  const { text, lang, dir } = localisedOrAny(review, 'comment', language);
  return (
    <div className="grid gap-0.5">
      <p lang={lang} dir={dir} className={`wrap-anywhere ${className}`}>
        {text}
      </p>
      <LanguageNote review={review} shown={lang} />
    </div>
  );
}

function LanguageNote({ review, shown }: { review: Review; shown: Language }) {
  const { t } = useTranslation('admin-reviews');
  const language = useLanguage();
  const others = languagesWithText(review, 'comment', language).filter((each) => each !== shown);
  const names = others.map((each) => languageNameIn(each, language));
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
  const notes = [
    shown !== language && t('inLanguage', { language: languageNameIn(shown, language) }),
    others.length > 0 && t('alsoIn', { languages: list }),
  ].filter((part) => part !== false);
  return notes.length === 0 ? null : <p className="text-label text-muted">{notes.join(' · ')}</p>;
}

/** The comment in each language, then the missing languages. */
export function AllReviewTexts({ review }: { review: Review }) {
  const { t } = useTranslation('admin-reviews');
  const current = useLanguage();
  const written = languagesWithText(review, 'comment', current);
  const inOrder = [...written, ...languages.filter((each) => !written.includes(each))];
  return (
    <dl className="grid gap-4">
      {inOrder.map((language) => {
        const text = review[`comment_${language}`] ?? '';
        const name = languageNameIn(language, current);
        return (
          <div key={language}>
            <dt className="text-label text-muted">{name}</dt>
            {text.trim() === '' ? (
              <dd className="text-faint">{t('details.missing', { language: name })}</dd>
            ) : (
              <dd
                lang={language}
                dir={directionOf(language)}
                className="whitespace-pre-line wrap-anywhere"
              >
                {text}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
