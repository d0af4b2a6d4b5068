import { useState } from 'react';
import { useTranslation } from '@/shared/i18n';
import { languages, type Language } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { parseJSON } from '@/shared/api/storage';
import { createPersistedStore, useStore } from '@/shared/ui/store';
import { useMedia } from '@/shared/ui/use-media';

/** The panes: one for each language, and the settings. */
export type Pane = Language | 'settings';
const panes: Pane[] = [...languages, 'settings'];

const isPane = (value: unknown): value is Pane => panes.some((pane) => pane === value);

/** The panes that were open on a wide screen; none before the first choice. */
const chosenPanes = createPersistedStore<Pane[]>({
  key: 'admin-post-panes',
  parse: (text) => {
    const stored = parseJSON(text);
    return Array.isArray(stored) ? stored.filter(isPane) : [];
  },
});

/**
 * The open panes. A wide screen shows several and stores the choice; a narrow one shows one, English first:
 * its title creates the slug.
 */
export function usePanes(language: Language) {
  const isWide = useMedia('(min-width: 64rem)');
  const second: Language = language === 'en' ? 'fr' : language;
  const chosen = useStore(chosenPanes);
  const wide: Pane[] = chosen.length === 0 ? ['en', second, 'settings'] : chosen;
  const [single, setSingle] = useState<Pane>('en');
  const press = (pane: Pane) => {
    setSingle(pane);
    if (!isWide) return;
    const next = wide.includes(pane) ? wide.filter((each) => each !== pane) : [...wide, pane];
    if (!next.some((each) => each !== 'settings')) return; // at least one language stays open
    chosenPanes.set(next);
  };
  return { open: isWide ? wide : [single], press };
}

type Props = { open: Pane[]; onPress: (pane: Pane) => void };

/** Opens and closes the panes. */
export function PaneSwitch({ open, onPress }: Props) {
  const { t } = useTranslation('admin-blog');
  return (
    <div role="group" aria-label={t('editor.open')} className="flex max-lg:w-full">
      {panes.map((pane) => (
        <button
          key={pane}
          type="button"
          aria-pressed={open.includes(pane)}
          onClick={() => onPress(pane)}
          {...(pane !== 'settings' && { lang: pane })}
          className="-ms-px min-h-11 border border-edge px-3 text-small first:ms-0 aria-pressed:bg-ink aria-pressed:text-ground max-lg:grow lg:min-h-8"
        >
          {pane === 'settings' ? t('editor.settings') : languageNames[pane]}
        </button>
      ))}
    </div>
  );
}
