import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, rows, serve, show } from '@tests/page';
import { user } from '@tests/user';
import { HighlightsSection } from './highlights-section';

const highlight = (at: number, link_url: string | null) => ({
  id: String(at),
  title_en: `Moment ${at}`,
  title_fr: `Moment ${at}`,
  title_ar: `Moment ${at}`,
  description_en: `Text ${at}`,
  description_fr: null,
  description_ar: null,
  date: '2017-06-15',
  image_url: `/art/${at}.svg`,
  image_alt_en: at === 2 ? 'A climber before cameras' : null,
  image_alt_fr: null,
  image_alt_ar: null,
  link_url,
  outlet: 'Radio',
  display_order: at,
  published: true,
});

const three = [
  highlight(1, null),
  highlight(2, 'https://youtu.be/dQw4w9WgXcQ'),
  highlight(3, 'https://example.org/story'),
];

const gallery = (at: number) => new RegExp(`^View Gallery.*Moment ${at}$`);

const open = async (at: number) => {
  await serve(rows(three));
  show(<HighlightsSection />);
  const button = await screen.findByRole('button', { name: gallery(at) });
  button.focus();
  await user.click(button);
  return screen.findByRole('dialog', { name: 'Gallery' });
};

beforeEach(() => {
  history.replaceState(null, '', '/?lang=en');
  // jsdom loads no picture, and says that each is complete.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
});

describe('the highlights', () => {
  it('render nothing without highlights', async () => {
    const server = await serve(rows([]));
    const { container } = show(<HighlightsSection />);
    await waitFor(() => expect(server).toHaveBeenCalled());
    expect(within(container).queryByRole('heading')).toBeNull();
  });

  it('render nothing after a failure, which is logged', async () => {
    const log = vi.spyOn(console, 'warn').mockReturnValue();
    await serve(refused(400, 'XX000', 'no'));
    show(<HighlightsSection />);
    await waitFor(() => expect(log).toHaveBeenCalled());
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('have alternative texts', async () => {
    await serve(rows(three));
    show(<HighlightsSection />);
    expect(await screen.findByRole('img', { name: 'A climber before cameras' })).toBeVisible();
  });

  it('have words in the place of a picture that is gone', async () => {
    await serve(rows(three));
    show(<HighlightsSection />);
    fireEvent.error(await screen.findByRole('img', { name: 'A climber before cameras' }));
    expect(screen.queryByRole('img', { name: 'A climber before cameras' })).toBeNull();
    expect(screen.getByText('A climber before cameras')).toBeVisible();
  });

  it('open the gallery at the chosen one', async () => {
    const dialog = await open(3);
    expect(dialog).toHaveTextContent('Moment 3');
    expect(screen.getByRole('link', { name: 'Open the source' })).toHaveAttribute(
      'href',
      'https://example.org/story',
    );
  });

  it('show a poster, and make no request to YouTube before the click', async () => {
    await open(2);
    expect(document.querySelector('iframe')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Play the video: Moment 2' }));
    expect(document.querySelector('iframe')?.src).toContain(
      'youtube-nocookie.com/embed/dQw4w9WgXcQ',
    );
  });

  it('return the focus to the button', async () => {
    const dialog = await open(1);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: gallery(1) })).toHaveFocus();
  });
});
