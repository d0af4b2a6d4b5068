import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LinkedPicture } from './linked-picture';

const picture = (src: string) => (
  <LinkedPicture
    src={src}
    alt="A ridge"
    width={400}
    height={260}
    className=""
    fallback={<p>A drawing</p>}
  />
);

it('shows the fallback for a picture that cannot be loaded, and the next one again', () => {
  // jsdom loads no picture, and says that each is complete.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  const { rerender } = render(picture('/gone.jpg'));
  fireEvent.error(screen.getByRole('img', { name: 'A ridge' }));
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('A drawing')).toBeVisible();
  rerender(picture('/there.jpg'));
  expect(screen.getByRole('img', { name: 'A ridge' })).toHaveAttribute('src', '/there.jpg');
});

it('shows the fallback for a picture that has failed before hydration', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0);
  vi.spyOn(HTMLImageElement.prototype, 'currentSrc', 'get').mockReturnValue('/gone.jpg');
  render(picture('/gone.jpg'));
  expect(screen.getByText('A drawing')).toBeVisible();
});
