import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { Milestones } from './milestones';
import { settings } from '@tests/seeds';
import { readSettings } from '@/shared/settings/settings';

describe('the strip of milestones', () => {
  it('calls a summit of another year an expedition, and names the summit of the table', async () => {
    await serve(rows([]));
    show(
      <Milestones
        strip={readSettings(settings).strip}
        climbs={[
          { slug: 'everest', year: 2017, is_attempt: false },
          { slug: 'annapurna-i', year: 2022, is_attempt: false },
          { slug: 'ama-dablam', year: 2023, is_attempt: false },
        ]}
      />,
    );
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual([
      'Everest8,848\u00a0m · Summit2017',
      'AnnapurnaAttempt · Summit 20222023',
      'Ama Dablam6,812\u00a0m · Expedition · Summit 20232016',
      'Lhotse8,516\u00a0m · Summit2024',
      'Seven SummitsCompleted2018',
    ]);
  });
});
