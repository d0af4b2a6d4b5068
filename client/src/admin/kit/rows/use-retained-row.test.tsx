import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { discardChanges, setDirty } from '@/admin/kit/unsaved';
import { useRetainedRow } from './use-retained-row';

const row = { id: 'a', title: 'Atlas' };
type Opened = { found: typeof row | undefined; opened: string | undefined };

const there: Opened = { found: row, opened: 'a' };

const kept = () =>
  renderHook(({ found, opened }: Opened) => useRetainedRow(found, opened), {
    initialProps: there,
  });

afterEach(discardChanges);

it('gives the row that is there, as it is now', () => {
  const { result, rerender } = kept();
  const renamed = { ...row, title: 'Rif' };
  rerender({ found: renamed, opened: 'a' });
  expect(result.current).toEqual({ row: renamed, isDeleted: false });
});

it('lets a deleted row go where nothing is typed on it', () => {
  const { result, rerender } = kept();
  rerender({ found: undefined, opened: 'a' });
  expect(result.current).toEqual({ row: undefined, isDeleted: false });
});

it('keeps a deleted row while words on it are not saved, and says so', () => {
  const { result, rerender } = kept();
  setDirty();
  rerender({ found: undefined, opened: 'a' });
  expect(result.current).toEqual({ row, isDeleted: true });
  rerender({ found: undefined, opened: undefined });
  expect(result.current).toEqual({ row: undefined, isDeleted: false });
});
