import { useId } from 'react';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chosenTheme, themes } from '@/admin/theme';
import { useStore } from '@/ui/store';

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Radio buttons for the theme: system, light or dark. */
export function ThemeSwitch() {
  const { t } = useTranslation('admin');
  const name = useId();
  const chosen = useStore(chosenTheme);
  return (
    <fieldset className="flex rounded-block border border-line">
      <legend className="sr-only">{t('theme.label')}</legend>
      {themes.map((theme) => {
        const Icon = icons[theme];
        return (
          <label
            key={theme}
            title={t(`theme.${theme}`)}
            className="grid size-11 place-items-center rounded-block text-muted hover:text-ink has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent lg:size-8"
          >
            <input
              type="radio"
              name={name}
              aria-label={t(`theme.${theme}`)}
              checked={theme === chosen}
              onChange={() => chosenTheme.set(theme)}
              className="sr-only"
            />
            <Icon aria-hidden="true" className="size-4" strokeWidth={1.8} />
          </label>
        );
      })}
    </fieldset>
  );
}
