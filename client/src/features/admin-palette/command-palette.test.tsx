import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { CommandPalette } from './command-palette';
import type { PaletteEntry } from './palette-entry';

const order = (id: string, buyer_name: string) => ({
  id,
  buyer_name,
  order_number: `BO${id}`,
  shipping_city: 'Rabat',
});
const never = () => new Promise<Response>(() => {});

it('takes nothing that only a shorter text has found', async () => {
  const server = await serve(rows([order('1', 'Amina'), order('2', 'Amal')]));
  const onChosen = vi.fn<(entry: PaletteEntry) => void>();
  show(
    <CommandPalette isOpen onOpen={() => {}} groups={[]} kinds={['orders']} onChosen={onChosen} />,
  );
  const input = screen.getByRole('combobox');
  fireEvent.change(input, { target: { value: 'rabat' } }); // what the label does not say, the server knows
  expect(await screen.findByRole('option', { name: /Amina/ })).toBeVisible();
  server.mockImplementation(never);
  fireEvent.change(input, { target: { value: 'rabat amal' } });
  expect(screen.queryByRole('option')).toBeNull();
  fireEvent.change(input, { target: { value: 'ama' } }); // its label answers by itself
  expect(screen.getAllByRole('option')).toHaveLength(1);
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onChosen.mock.calls.map(([{ label }]) => label)).toEqual(['Amal']);
});
