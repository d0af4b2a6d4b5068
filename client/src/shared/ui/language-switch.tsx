import { useId, useRef, type ReactNode } from 'react';
import { switchLanguage, useLanguage, useTranslation } from '@/shared/i18n';
import { languages, type Language } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';

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

// Windows has no flag emoji, so the flags are SVG: Britain, France, Morocco.
const flags: Record<Language, ReactNode> = {
  en: (
    <>
      <path fill="#012169" d="M0 0h24v16H0z" />
      <path stroke="#fff" strokeWidth="3.2" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#c8102e" strokeWidth="1.4" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#fff" strokeWidth="5.2" d="M12 0v16M0 8h24" />
      <path stroke="#c8102e" strokeWidth="3" d="M12 0v16M0 8h24" />
    </>
  ),
  fr: (
    <>
      <path fill="#002654" d="M0 0h8v16H0z" />
      <path fill="#fff" d="M8 0h8v16H8z" />
      <path fill="#ce1126" d="M16 0h8v16h-8z" />
    </>
  ),
  ar: (
    <>
      <path fill="#c1272d" d="M0 0h24v16H0z" />
      <path fill="none" stroke="#006233" strokeWidth="1.1" d="m12 3.6 2.6 8-6.8-5h8.4l-6.8 5z" />
    </>
  ),
};

/** The flag of a language. Decorative: the name is beside it. */
function LanguageFlag({ language }: { language: Language }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 16" className="h-4 w-6 shrink-0 rounded-[1px]">
      {flags[language]}
    </svg>
  );
}
