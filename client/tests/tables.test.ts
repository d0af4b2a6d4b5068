import { expect, it } from 'vitest';
import { tables } from '@/shared/api/tables';
import { screens } from '@/admin/screens/screens';

it('tables name screens of the back-office', () => {
  const paths = screens.flatMap(({ path, alsoAt = [] }): string[] => [path, ...alsoAt]);
  const named = Object.values(tables).flatMap(({ screen, item }) => [
    ...(screen === null ? [] : [screen]),
    ...(item === null ? [] : [item.list]),
  ]);
  expect(named.filter((path) => !paths.includes(path.split('?')[0] ?? ''))).toEqual([]);
});
