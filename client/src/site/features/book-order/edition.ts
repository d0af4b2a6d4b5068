import { useState } from 'react';
import { useLanguage } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { readDraft, writeDraft } from '@/shared/api/storage';
import { useIsHydrated } from '@/shared/ui/use-is-hydrated';

export const editions = ['fr', 'ar'] as const;
export type Edition = (typeof editions)[number];

export const isEdition = (value: unknown): value is Edition =>
  editions.some((edition) => edition === value);

/** The edition for a reader who has chosen none: Arabic on Arabic pages, else French. */
export const defaultEdition = (language: Language): Edition => (language === 'ar' ? 'ar' : 'fr');

const name = 'book-edition';

/** Stores the chosen edition for the session, apart from the order draft, whose edition may be a default. */
export const saveEdition = (edition: Edition | undefined): void => void writeDraft(name, edition);

function savedEdition(): Edition | undefined {
  const stored = readDraft(name);
  return isEdition(stored) ? stored : undefined;
}

/**
 * The edition of the cover and of the form: the one chosen in this session, else the default of the
 * language. `choose(undefined)` returns to the default.
 */
export function useEdition(): [Edition, choose: (edition: Edition | undefined) => void] {
  const language = useLanguage();
  const saved = useIsHydrated() ? savedEdition() : undefined;
  const [chosen, setChosen] = useState<Edition>(); // without storage only this one is known
  const choose = (edition: Edition | undefined) => {
    saveEdition(edition);
    setChosen(edition);
  };
  return [saved ?? chosen ?? defaultEdition(language), choose];
}
