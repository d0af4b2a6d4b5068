import type { ReactNode } from 'react';
import type { Language } from '@/shared/i18n/language';

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
export function LanguageFlag({ language }: { language: Language }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 16" className="h-4 w-6 shrink-0 rounded-[1px]">
      {flags[language]}
    </svg>
  );
}
