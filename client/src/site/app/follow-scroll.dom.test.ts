import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterScroll, followScroll, type HeaderScroll } from './follow-scroll';

const height = 80;
const top: HeaderScroll = { state: 'top', y: 0, turn: 0 };

const states = (...positions: number[]) => {
  let scroll = top;
  return positions.map((y) => {
    scroll = afterScroll(scroll, y, () => height);
    return scroll.state;
  });
};

describe('the header after scrolling', () => {
  it('leaves with the page, and comes back at its top', () => {
    expect(states(40, 80, 81, 500)).toEqual(['top', 'top', 'away', 'away']);
    expect(states(500, 0)).toEqual(['away', 'top']);
    expect(states(500, -30)).toEqual(['away', 'top']); // Safari scrolls beyond
  });

  it('comes after 24 px upward, in one step or in several', () => {
    expect(states(500, 477, 476)).toEqual(['away', 'away', 'shown']);
    expect(states(500, 300)).toEqual(['away', 'shown']);
  });

  it('goes after 8 px downward', () => {
    expect(states(500, 400, 407, 408)).toEqual(['away', 'shown', 'shown', 'hidden']);
  });

  it('does not come while a finger trembles', () => {
    expect(states(500, 490, 500, 490, 500, 480)).not.toContain('shown');
  });

  it('comes and goes again', () => {
    expect(states(500, 400, 600, 570, 0)).toEqual(['away', 'shown', 'hidden', 'shown', 'top']);
  });
});

describe('a header that follows the scrolling', () => {
  let stop = () => {};
  let header: HTMLElement;
  const scrollTo = (y: number) => {
    vi.stubGlobal('scrollY', y);
    window.dispatchEvent(new Event('scroll'));
  };
  const button = (at: number) => {
    const element = document.createElement('button');
    element.getBoundingClientRect = () => new DOMRect(0, at, 100, 44);
    document.body.append(element);
    return element;
  };

  beforeEach(() => {
    header = document.createElement('header');
    Object.defineProperty(header, 'offsetHeight', { value: height });
    document.body.replaceChildren(header);
    scrollTo(0);
    stop = followScroll(header);
  });
  afterEach(() => stop());

  it('writes its state only when it changes', () => {
    const written = vi.spyOn(header, 'dataset', 'get');
    for (const y of [20, 300, 400, 500, 450, 440, 430]) scrollTo(y);
    expect(header.getAttribute('data-state')).toBe('shown');
    expect(written).toHaveBeenCalledTimes(2);
  });

  it('does not come over a control that has the focus', () => {
    button(10).focus();
    scrollTo(500);
    scrollTo(400);
    expect(header.dataset['state']).toBe('away');
    button(300).focus();
    scrollTo(390);
    expect(header.dataset['state']).toBe('shown');
  });

  it('goes from above a control that gets the focus', () => {
    scrollTo(500);
    scrollTo(400);
    button(300).focus();
    expect(header.dataset['state']).toBe('shown');
    button(60).focus();
    expect(header.dataset['state']).toBe('hidden');
  });

  it('follows no more when it is removed', () => {
    stop();
    scrollTo(500);
    expect(header.dataset['state']).toBeUndefined();
  });
});
