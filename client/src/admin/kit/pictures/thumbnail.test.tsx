import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { serve, show, rows } from '@tests/page';
import { Thumbnail } from './picture-preview';

it('says of a row that its picture is dead, and shows the next one again', async () => {
  // The document of the tests loads no picture, and says that each is complete.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  await serve(rows([]));
  const { container, getByText, queryByText } = show(
    <>
      <Thumbnail src="/gone.jpg" />
      <Thumbnail src="/there.jpg" />
      <Thumbnail src={null} />
    </>,
  );
  const words = 'No picture can be loaded from this address.';
  const [gone] = container.querySelectorAll('img');
  expect(queryByText(words)).toBeNull();
  if (gone !== undefined) fireEvent.error(gone);
  expect(getByText(words)).toBeInTheDocument();
  expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '/there.jpg',
  ]);
});
