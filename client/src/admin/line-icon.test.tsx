import { render } from '@testing-library/react';
import { Ellipsis } from 'lucide-react';
import { expect, it } from 'vitest';
import lineIcon from './line-icon';

it.each([
  { of: 'a button', props: { strokeWidth: 1.8 } },
  { of: 'a mark with a name', props: { role: 'img', 'aria-label': 'Done' } },
])('draws the icon of $of as lucide-react draws it, but for its classes', ({ props }) => {
  const Drawn = lineIcon({
    node: [
      ['circle', { cx: '12', cy: '12', r: '1' }],
      ['circle', { cx: '19', cy: '12', r: '1' }],
      ['circle', { cx: '5', cy: '12', r: '1' }],
    ],
  });
  const original = render(<Ellipsis className="size-4" {...props} />).container;
  const drawn = render(<Drawn className="size-4" {...props} />).container;
  original.querySelector('svg')?.setAttribute('class', 'size-4');
  expect(drawn.querySelector('svg')?.isEqualNode(original.querySelector('svg'))).toBe(true);
});
