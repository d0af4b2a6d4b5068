import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addressNow, showAdmin } from '@tests/admin-page';
import { created, serve } from '@tests/page';
import { user } from '@tests/user';
import { Drawer } from './drawer';
import { setDirty } from './unsaved';
import { useOpenRow } from './use-open-row';

const peaks = [
  { id: 'a', name: 'Toubkal' },
  { id: 'b', name: 'Mgoun' },
];

function Peaks() {
  const { opened, open, close, steps } = useOpenRow(peaks);
  const peak = peaks.find(({ id }) => id === opened);
  return (
    <>
      {peaks.map(({ id, name }) => (
        <button key={id} type="button" data-row={id} onClick={() => open(id)}>
          {name}
        </button>
      ))}
      <Drawer
        open={peak !== undefined}
        onClose={close}
        steps={steps}
        row={opened}
        title={peak?.name}
      >
        <input aria-label="Notes" />
      </Drawer>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

beforeEach(async () => void (await serve(created)));

describe('a drawer', () => {
  it('is in the address, has the focus, and gives it back to its row', async () => {
    showAdmin(<Peaks />, '/admin/peaks?status=new');
    button('Toubkal').focus();
    await user.click(button('Toubkal'));
    expect(await dialog('Toubkal')).toHaveFocus();
    expect(addressNow()).toBe('/admin/peaks?status=new&open=a');
    await user.keyboard('j');
    expect(await dialog('Mgoun')).toBeVisible();
    expect(screen.getByText('2 of 2')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(addressNow()).toBe('/admin/peaks?status=new');
    await waitFor(() => expect(button('Mgoun')).toHaveFocus());
  });

  it('opens by its address alone', async () => {
    showAdmin(<Peaks />, '/admin/peaks?open=b');
    expect(await dialog('Mgoun')).toBeVisible();
    expect(button('Next row')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Previous row'));
    expect(await dialog('Toubkal')).toBeVisible();
    await user.click(button('Close'));
    await waitFor(() => expect(addressNow()).toBe('/admin/peaks'));
  });

  it('leaves keys to a field that is typed in', async () => {
    showAdmin(<Peaks />, '/admin/peaks?open=a');
    await dialog('Toubkal');
    await user.type(screen.getByLabelText('Notes'), 'j');
    expect(await dialog('Toubkal')).toBeVisible();
  });

  it('asks before it leaves words that are not saved', async () => {
    showAdmin(<Peaks />, '/admin/peaks?open=a');
    await dialog('Toubkal');
    const saved = setDirty();
    await user.click(button('Next row'));
    await screen.findByRole('alertdialog');
    await user.click(button('Stay here'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await dialog('Toubkal')).toBeVisible();
    await user.click(button('Next row'));
    await screen.findByRole('alertdialog');
    await user.click(button('Leave'));
    expect(await dialog('Mgoun')).toBeVisible();
    act(saved);
  });
});
