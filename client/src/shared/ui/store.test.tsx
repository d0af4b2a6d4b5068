import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderToString } from 'react-dom/server';
import { createPersistedStore, createStore, useStore, type Store } from './store';

beforeEach(() => localStorage.clear());

const numberIn = (text: string | null) => Number(text ?? 0);

function Shown({ store }: { store: Store<number> }) {
  return <p>{useStore(store, (value) => value * 10)}</p>;
}

describe('a store', () => {
  it('shows a part of its value, and each change', () => {
    const store = createStore(1);
    render(<Shown store={store} />);
    expect(screen.getByText('10')).toBeVisible();
    act(() => store.set(2));
    expect(screen.getByText('20')).toBeVisible();
  });

  it('does not call its listeners for the same value', () => {
    const store = createStore(1);
    const listener = vi.fn<() => void>();
    store.subscribe(listener);
    store.set(1);
    expect(listener).not.toHaveBeenCalled();
  });

  it('is started by the first listener and stopped after the last', () => {
    const stop = vi.fn<() => void>();
    const start = vi.fn<() => () => void>(() => stop);
    const store = createStore(1, start);
    const [first, second] = [store.subscribe(() => {}), store.subscribe(() => {})];
    first();
    expect([start, stop].map((each) => each.mock.calls.length)).toEqual([1, 0]);
    second();
    second();
    expect(stop).toHaveBeenCalledOnce();
    store.subscribe(() => {});
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('has its first value in a server-rendered page', () => {
    const store = createStore(1);
    store.set(5);
    expect(renderToString(<Shown store={store} />)).toBe('<p>10</p>');
  });
});

describe('a persisted store', () => {
  const make = () => createPersistedStore({ key: 'n', parse: numberIn });

  it('reads what is stored, and stores what is set', () => {
    localStorage.setItem('n', '3');
    const store = make();
    expect([store.get(), store.initial]).toEqual([3, 0]);
    store.set(4);
    expect(localStorage.getItem('n')).toBe('4');
  });

  it('returns the same object while the text is the same', () => {
    localStorage.setItem('n', '[1]');
    const store = createPersistedStore<unknown>({ key: 'n', parse: (text) => [text] });
    expect(store.get()).toBe(store.get());
  });

  it('follows other tabs', () => {
    render(<Shown store={make()} />);
    localStorage.setItem('n', '7');
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(screen.getByText('70')).toBeVisible();
  });

  it('lives as long as the page without storage', () => {
    const refuse = () => {
      throw new DOMException('closed');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    const store = make();
    store.set(9);
    expect(store.get()).toBe(9);
  });
});
