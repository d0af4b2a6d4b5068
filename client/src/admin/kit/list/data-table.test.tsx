import { act, screen, within } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { created, serve } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { user } from '@tests/user';
import { Failure } from '@/shared/api/failures';
import { BulkBar } from './bulk-bar';
import type { Column } from './column';
import { DataTable } from './data-table';
import { useSelection } from './use-selection';

type Peak = { id: string; name: string; height: number };

const peaks: Peak[] = [
  { id: 'a', name: 'Toubkal', height: 4167 },
  { id: 'b', name: 'Ouanoukrim', height: 4089 },
  { id: 'c', name: 'Mgoun', height: 4071 },
];

const drawn = vi.fn<(id: string) => void>();
const opened = vi.fn<(id: string) => void>();
const sorted = vi.fn<(sort: string) => void>();
const refetch = vi.fn<() => Promise<unknown>>();
const fetchIds = vi.fn<(signal: AbortSignal, max: number) => Promise<string[]>>();
let total: number;
let isSelectable: ((peak: Peak) => boolean) | undefined;
const nameOf = ({ name }: Peak) => name;
const PeakCard = ({ row }: { row: Peak }) => <p>card of {row.name}</p>;

function Peaks() {
  const [rows, setRows] = useState(peaks);
  const selection = useSelection('all');
  const columns = useMemo<Column<Peak>[]>(
    () => [
      {
        id: 'name',
        head: 'Name',
        rowHead: true,
        sorts: true,
        cell: ({ id, name }) => {
          drawn(id);
          return name;
        },
      },
      { id: 'height', head: 'Height', align: 'end', cell: ({ height }) => height },
    ],
    [],
  );
  const found = {
    data: { rows, total, page: 1, size: 3 },
    error: null,
    isPlaceholderData: false,
    refetch,
  };
  const grow = () =>
    setRows((all) => all.map((row) => (row.id === 'b' ? { ...row, height: 9000 } : row)));
  return (
    <>
      <button type="button" onClick={grow}>
        Grow
      </button>
      <DataTable
        caption="Peaks"
        {...{ columns, rows, selection, nameOf, isSelectable }}
        card={PeakCard}
        onOpen={opened}
        sort="name"
        onSort={sorted}
      />
      <BulkBar
        list={{ selection, found, fetchIds, isSelectable }}
        failed="The ids could not be loaded."
      >
        <button type="button">Climb {selection.ids.join(' ')}</button>
      </BulkBar>
    </>
  );
}

const row = (name: RegExp) => screen.getByRole('row', { name });
const toggle = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const all = () => screen.getByRole('checkbox', { name: 'Select all on this page' });

/** A screen as wide as a desktop, or as narrow as a phone. */
function screenIs(wide: boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: wide,
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
}

beforeEach(async () => {
  for (const spy of [drawn, opened, sorted, fetchIds]) spy.mockReset();
  total = peaks.length;
  isSelectable = undefined;
  await serve(created);
  screenIs(true);
});

describe('a table of rows', () => {
  beforeEach(() => void showAdmin(<Peaks />));

  it('names itself, its columns and its rows', () => {
    const table = screen.getByRole('table', { name: 'Peaks' });
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    expect(screen.getByRole('rowheader', { name: 'Toubkal' })).toBeVisible();
  });

  it('asks for the other way round by the head that sorts', async () => {
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(sorted).toHaveBeenCalledExactlyOnceWith('-name');
  });

  it('opens a row by a press on it or by its button, not by a tick', async () => {
    await user.click(screen.getByText('4071'));
    await user.click(screen.getByRole('button', { name: 'Details of Toubkal' }));
    await user.click(toggle('Mgoun'));
    expect(opened.mock.calls).toEqual([['c'], ['a']]);
  });

  it('is walked with J and K; Enter opens and X ticks', async () => {
    await user.keyboard('j');
    await user.keyboard('j');
    await user.keyboard('j');
    await user.keyboard('k');
    expect(row(/Ouanoukrim/)).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(opened).toHaveBeenCalledExactlyOnceWith('b');
    await user.keyboard('x');
    expect(toggle('Ouanoukrim')).toBeChecked();
  });

  it('says how many are ticked, from all to none', async () => {
    await user.click(all());
    expect(screen.getByText('3 selected')).toBeVisible();
    await user.click(toggle('Mgoun'));
    expect(screen.getByRole('button', { name: 'Climb a b' })).toBeVisible();
    expect(all()).toBePartiallyChecked();
    await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
    expect(screen.queryByRole('button', { name: /^Climb/ })).toBeNull();
  });

  it('ticks as far as the last tick with Shift', async () => {
    await user.click(toggle('Toubkal'));
    await user.keyboard('{Shift>}');
    await user.click(toggle('Mgoun'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 selected')).toBeVisible();
  });

  it('draws only the row that changed', async () => {
    drawn.mockReset();
    act(() => screen.getByText('Grow').click());
    expect(drawn.mock.calls).toEqual([['b']]);
    drawn.mockReset();
    await user.click(toggle('Mgoun'));
    expect(drawn.mock.calls).toEqual([['c']]);
  });
});

describe('a page that is selected as a whole', () => {
  const selectAll = () => screen.queryByRole('button', { name: 'Select all 5 that match' });

  it('offers to select all rows that match, once', async () => {
    total = 5;
    fetchIds.mockResolvedValue(['a', 'b', 'c', 'd', 'e']);
    showAdmin(<Peaks />);
    await user.click(toggle('Mgoun'));
    expect(selectAll()).toBeNull();
    await user.click(all());
    await user.click(screen.getByRole('button', { name: 'Select all 5 that match' }));
    await expectText('5 selected');
    expect(screen.getByRole('button', { name: 'Climb a b c d e' })).toBeVisible();
    expect(selectAll()).toBeNull();
  });

  it('keeps the selection where the ids cannot be loaded', async () => {
    total = 5;
    fetchIds.mockRejectedValue(new Failure('network', '', 'no answer'));
    showAdmin(<Peaks />);
    await user.click(all());
    await user.click(screen.getByRole('button', { name: 'Select all 5 that match' }));
    await expectText(/^The ids could not be loaded\./);
    expect(screen.getByText('3 selected')).toBeVisible();
  });

  it('offers nothing where there is no other page', async () => {
    showAdmin(<Peaks />);
    await user.click(all());
    expect(screen.queryByRole('button', { name: /^Select all \d/ })).toBeNull();
  });
});

describe('a row that cannot be selected', () => {
  it.each([true, false])('has no checkbox, and is left out (wide screen: %s)', async (wide) => {
    screenIs(wide);
    isSelectable = ({ id }) => id !== 'b';
    showAdmin(<Peaks />);
    expect(screen.queryByRole('checkbox', { name: 'Select Ouanoukrim' })).toBeNull();
    await user.click(toggle('Toubkal'));
    await user.keyboard('{Shift>}');
    await user.click(toggle('Mgoun'));
    await user.keyboard('{/Shift}');
    expect(screen.getByRole('button', { name: 'Climb a c' })).toBeVisible();
  });

  it('is not ticked by X, nor with all', async () => {
    isSelectable = ({ id }) => id !== 'a';
    showAdmin(<Peaks />);
    await user.keyboard('j');
    await user.keyboard('x');
    expect(screen.queryByText(/ selected$/)).toBeNull();
    await user.click(all());
    expect(all()).toBeChecked();
    expect(screen.getByRole('button', { name: 'Climb b c' })).toBeVisible();
  });

  it('leaves no checkbox at all where no other can', () => {
    isSelectable = () => false;
    showAdmin(<Peaks />);
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });
});

describe('on a phone', () => {
  it('the rows are cards, which open and are ticked too', async () => {
    screenIs(false);
    showAdmin(<Peaks />);
    const cards = within(screen.getByRole('list', { name: 'Peaks' }));
    expect(cards.getAllByRole('listitem')).toHaveLength(3);
    await user.click(cards.getByText('card of Mgoun'));
    await user.click(toggle('Toubkal'));
    expect(opened.mock.calls).toEqual([['c']]);
    expect(screen.getByText('1 selected')).toBeVisible();
  });
});
