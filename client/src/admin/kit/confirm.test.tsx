import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { created, serve } from '@tests/page';
import { user } from '@tests/user';
import { useConfirm } from './confirm';

let deleted = Promise.resolve();

function Row() {
  const confirm = useConfirm();
  const [rows, setRows] = useState(['one']);
  const remove = async () => {
    const question = 'Are you sure you want to delete this post?';
    if (!(await confirm({ question, action: 'Delete', tone: 'bad' }))) return;
    await deleted;
    setRows([]);
  };
  return rows.map((row) => (
    <button key={row} type="button" onClick={() => void remove()}>
      Remove {row}
    </button>
  ));
}

const button = (name: string) => screen.getByRole('button', { name });

beforeEach(async () => {
  deleted = Promise.resolve();
  await serve(created);
  showAdmin(<Row />);
  await user.click(button('Remove one'));
});

describe('a question', () => {
  it('is read with its two answers, and the careful one has the focus', async () => {
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete this post?',
    });
    expect(dialog).toBeVisible();
    expect(button('Cancel')).toHaveFocus();
  });

  it.each([
    { name: 'Cancel', answer: () => user.click(button('Cancel')) },
    { name: 'Escape', answer: () => user.keyboard('{Escape}') },
  ])('is answered no by $name, and the focus goes back', async ({ answer }) => {
    await screen.findByRole('alertdialog');
    await answer();
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(button('Remove one'));
  });

  it('is answered yes by its action; the focus goes to the content where its place is gone', async () => {
    await screen.findByRole('alertdialog');
    await user.click(button('Delete'));
    await expect.poll(() => screen.queryByText('Remove one')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
  });

  it('has the focus go to the content too where its place goes later', async () => {
    let arrive = () => {};
    deleted = new Promise((resolve) => (arrive = resolve));
    await screen.findByRole('alertdialog');
    await user.click(button('Delete'));
    await expect.poll(() => document.activeElement).toBe(button('Remove one'));
    arrive();
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
  });
});
