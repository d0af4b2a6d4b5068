import { render } from '@testing-library/react';
import { Ellipsis } from 'lucide-react';
import { expect, it } from 'vitest';
import lineIcon from './line-icon';

it('draws the icons of lucide-react as that draws them, but for its classes', () => {
  const Drawn = lineIcon({
    node: [
      ['circle', { cx: '12', cy: '12', r: '1' }],
      ['circle', { cx: '19', cy: '12', r: '1' }],
      ['circle', { cx: '5', cy: '12', r: '1' }],
    ],
  });
  const original = render(<Ellipsis className="size-4" strokeWidth={1.8} />).container;
  const drawn = render(<Drawn className="size-4" strokeWidth={1.8} />).container;
  original.querySelector('svg')?.setAttribute('class', 'size-4');
  expect(drawn.querySelector('svg')?.isEqualNode(original.querySelector('svg'))).toBe(true);
});
