import { useId, useRef } from 'react';
import { switchLanguage, useLanguage, useTranslation } from '@/shared/i18n';
import { languages, type Language } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { LanguageFlag } from './language-flag';

type Props = {
  /** Called after a choice, so that a surrounding menu can close. */
  onChosen?: () => void;
};

/** Shows the current language, and opens the list of all in a native popover. */
export function LanguageSwitch({ onChosen }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const choose = async (next: Language) => {
    list.current?.hidePopover();
    await switchLanguage(next);
    onChosen?.();
  };
  return (
    <div className="language-switch relative">
      <button type="button" popoverTarget={id} className="flex min-h-11 items-center gap-2 px-2">
        <LanguageFlag language={language} />
        <span className="sr-only">{t('language.current', { name: languageNames[language] })}</span>
        <span className="coordinate uppercase">{language}</span>
      </button>
      <ul
        ref={list}
        id={id}
        popover="auto"
        aria-label={t('language.label')}
        className="language-list rounded-block border border-line bg-raised py-1 text-ink"
      >
        {languages.map((option) => (
          <li key={option}>
            <button
              type="button"
              lang={option}
              aria-current={option === language}
              onClick={() => void choose(option)}
              className="flex min-h-11 w-full items-center gap-3 px-4 text-start text-small hover:bg-ink hover:text-ground aria-current:font-semibold"
            >
              <LanguageFlag language={option} />
              {languageNames[option]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
