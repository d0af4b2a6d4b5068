import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { refused, serve, type Server } from '@tests/page';
import { user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { SamplesNotice } from './samples-notice';
import { SetupChecklist } from './setup-checklist';

const json = (body: unknown) => Promise.resolve(Response.json(body));
const sample = (kind: string, name: string) => ({
  kind,
  id: name,
  name_en: name,
  name_fr: name,
  name_ar: name,
});

let server: Server;
let settings: { key: string; value: unknown }[];
let samples: ReturnType<typeof sample>[];

beforeEach(async () => {
  settings = [{ key: 'brand.name', value: { en: 'Amina' } }];
  samples = [sample('testimonials', 'S. A.'), sample('book_reviews', 'Salma B.')];
  server = await serve(() => json([]));
  server.mockImplementation((url, { body }) => {
    const name = new URL(url).pathname.split('/').at(-1);
    if (name === 'sample_rows') return json(samples);
    if (name === 'remove_samples') {
      samples = [];
      return json(2);
    }
    if (name === 'save_settings' && typeof body === 'string') {
      const { changes } = JSON.parse(body);
      settings = Object.entries(changes).map(([key, value]) => ({ key, value }));
      return json(null);
    }
    return json(settings);
  });
});

const step = (title: string) => {
  const found = screen.getByText(title).closest('li');
  if (found === null) throw new Error(`no step ${title}`);
  return within(found);
};

describe('the checklist', () => {
  it('ticks what the tables hold, and links each screen', async () => {
    showAdmin(<SetupChecklist />);
    await expectText('1 of 9 done');
    expect(step('Your name').getByRole('img', { name: 'Done' })).toBeVisible();
    expect(step('Your portrait').getByRole('img', { name: 'Still open' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      '/admin/settings/contact?lang=en',
    );
  });

  it('stores what only the owner can tell, and what hides it', async () => {
    showAdmin(<SetupChecklist />);
    await screen.findByText('1 of 9 done');
    await user.click(step('E-mail is sent').getByRole('button', { name: 'It is right' }));
    expect(await screen.findByRole('button', { name: 'Open it again' })).toBePressed();
    expect(settings).toEqual([
      { key: 'setup.checklist', value: { hidden: false, checked: ['mail'] } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Hide the checklist' }));
    await user.click(await screen.findByRole('button', { name: /^Make it yours/ }));
    expect(await screen.findByRole('heading', { name: 'Make it yours' })).toBeVisible();
  });

  it('removes all samples after a question that names them', async () => {
    showAdmin(<SetupChecklist />);
    await user.click(await screen.findByRole('button', { name: 'Remove the samples' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/Remove 2 samples\?/)).toBeVisible();
    expect(dialog.getByText(/Testimonials \(1\): S\. A\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove the samples' }));
    await waitFor(() =>
      expect(step('Samples removed').getByRole('img', { name: 'Done' })).toBeVisible(),
    );
  });

  it('says why it is not there, and tries again', async () => {
    server.mockImplementation(refused(400, 'PGRST100', 'no'));
    showAdmin(<SetupChecklist />);
    expect(await screen.findByRole('alert')).toHaveTextContent('The checklist could not be loaded');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the notice above a list', () => {
  it('removes the samples of its table only', async () => {
    showAdmin(<SamplesNotice kind="book_reviews" />);
    await expectText(/^1 row here is a sample/);
    await user.click(screen.getByRole('button', { name: 'Remove the samples' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.queryByText(/S\. A\./)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Remove the samples' }));
    await waitFor(() => expect(screen.queryByText(/is a sample/)).toBeNull());
    const [, init] = server.mock.calls.find(([url]) => url.includes('remove_samples')) ?? [];
    expect(init?.body).toBe('{"kinds":["book_reviews"]}');
  });

  it('is not there without samples', async () => {
    samples = [sample('testimonials', 'S. A.')];
    showAdmin(<SamplesNotice kind="awards" />);
    await waitFor(() => expect(server).toHaveBeenCalled());
    expect(screen.queryByRole('status', { name: /sample/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove the samples' })).toBeNull();
  });
});
