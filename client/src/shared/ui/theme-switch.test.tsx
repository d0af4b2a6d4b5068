import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { chosenTheme } from '@/shared/ui/theme';
import { user } from '@tests/user';
import { ThemeSwitch } from './theme-switch';

beforeEach(async () => {
  chosenTheme.set('system');
  await serve(rows([]));
});

describe('the theme switch', () => {
  it('is a group of three radio buttons, which are the chosen theme', async () => {
    show(<ThemeSwitch />);
    const buttons = screen.getAllByRole('radio');
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'As the system',
      'Light',
      'Dark',
    ]);
    expect(screen.getByRole('radio', { name: 'As the system' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(chosenTheme.get()).toBe('dark');
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });

  it('agrees with a second one', async () => {
    show(
      <>
        <ThemeSwitch />
        <ThemeSwitch />
      </>,
    );
    const [, light] = screen.getAllByRole('radio');
    if (light !== undefined) await user.click(light);
    for (const button of screen.getAllByRole('radio', { name: 'Light' }))
      expect(button).toBeChecked();
  });
});
