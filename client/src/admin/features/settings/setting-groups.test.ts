import { describe, expect, it } from 'vitest';
import { settings } from '@tests/seeds';
import { rowsWithoutForm } from './setting-groups';
import type { Setting } from './setting-values';

const asRow = ({ key, value }: Pick<Setting, 'key' | 'value'>): Setting => ({
  key,
  value,
  description: '',
  updated_at: '',
});

describe('the settings that have a form', () => {
  it('are all that a fresh site has', () => {
    const rows = settings.map(asRow);
    expect(rows.length).toBeGreaterThan(20);
    expect(rowsWithoutForm(rows)).toEqual([]);
  });

  it('leave what a developer has added to the JSON editor', () => {
    const added = asRow({ key: 'book.second', value: null });
    expect(rowsWithoutForm([added])).toEqual([added]);
  });
});
