import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { enterText, user } from '@tests/user';
import { expeditions } from '@tests/seeds';
import { AltitudeExplorer } from './altitude-explorer';

beforeEach(async () => void (await serve(rows([]))));

const stage = () => screen.getByRole('group', { name: /on one scale/ });
const named = (name: RegExp) => within(stage()).getByRole('button', { name });

describe('AltitudeExplorer', () => {
  it('compares the first mountain with the highest by default', () => {
    show(<AltitudeExplorer peaks={expeditions} />);
    expect(screen.getByText('Everest stands 2,953 m above Kilimanjaro.')).toBeVisible();
    expect(screen.getByText('6 years lie between the two expeditions.')).toBeVisible();
    expect(named(/Everest/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('replaces the older of two by a third, and asks for a second one', async () => {
    show(<AltitudeExplorer peaks={expeditions} />);
    await user.click(named(/K2/));
    expect(screen.getByText('Everest stands 237 m above K2.')).toBeVisible();
    await user.click(named(/K2/));
    expect(screen.getByText(/Choose two mountains/)).toBeVisible();
  });

  it('describes the altitude line to screen readers', async () => {
    show(<AltitudeExplorer peaks={expeditions} />);
    const line = screen.getByRole('slider', { name: 'Altitude line' });
    await enterText(line, '8600');
    expect(line).toHaveAttribute(
      'aria-valuetext',
      '8,600\u00a0m: the air holds 32 % of the oxygen at sea level. 2 mountains stand higher.',
    );
  });

  it('offers to show all if the filter matches none', async () => {
    show(<AltitudeExplorer peaks={expeditions.filter((peak) => !peak.is_attempt)} />);
    await user.click(screen.getByRole('radio', { name: 'Attempts' }));
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(within(stage()).getAllByRole('button')).toHaveLength(11);
  });

  it('renders without any mountain', () => {
    show(<AltitudeExplorer peaks={[]} />);
    expect(screen.getByText('No mountain of this kind is published.')).toBeVisible();
  });
});
