import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { Portrait } from './portrait';

describe('the portrait', () => {
  it('is a drawing that says so while there is no photograph', async () => {
    await serve(rows([]));
    show(<Portrait className="box" />);
    const drawing = screen.getByRole('img', { name: 'Drawing: a climber on a rope' });
    expect(drawing.parentElement?.firstElementChild).toBe(drawing);
    // A photograph comes before it, and then this class hides it.
    expect(drawing).toHaveClass('hidden', 'first:block');
  });
});
