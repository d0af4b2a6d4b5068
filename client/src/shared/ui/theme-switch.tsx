import { useId, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from '@/shared/i18n';
import { MoonIcon, SunIcon, SystemIcon } from '@/shared/ui/icons';
import { useStore } from '@/shared/ui/store';
import { chosenTheme, isTheme, themes } from '@/shared/ui/theme';

const icons = { system: SystemIcon, light: SunIcon, dark: MoonIcon };

/** Radio buttons for the theme: system, light or dark. --option is their size; it defaults to 2.75rem. */
export function ThemeSwitch({ className = '' }: { className?: string }) {
  const { t } = useTranslation();
  const name = useId();
  const chosen = useStore(chosenTheme);
  const group = useEarlyChoice();
  return (
    <fieldset ref={group} className={`flex w-fit rounded-block border border-edge ${className}`}>
      <legend className="sr-only">{t('theme.label')}</legend>
      {themes.map((theme) => {
        const Icon = icons[theme];
        return (
          <label
            key={theme}
            title={t(`theme.${theme}`)}
            className="relative grid size-(--option,2.75rem) place-items-center text-muted hover:text-ink has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={theme}
              aria-label={t(`theme.${theme}`)}
              checked={theme === chosen}
              onChange={() => chosenTheme.set(theme)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <Icon />
          </label>
        );
      })}
    </fieldset>
  );
}

/**
 * Takes over a choice that was made before hydration: React keeps the checked button, and calls no handler. The
 * server-rendered page has `system`.
 */
function useEarlyChoice(): RefObject<HTMLFieldSetElement | null> {
  const group = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    const early = group.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    if (isTheme(early) && early !== chosenTheme.initial) chosenTheme.set(early);
  }, []);
  return group;
}
