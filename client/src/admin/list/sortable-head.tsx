import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';

type Props = {
  id: string;
  sort: string;
  onPress: () => void;
  className: string;
  children: ReactNode;
};

/** The head of a column that sorts: pressed again, the other way round. */
export function SortableHead({ id, sort, onPress, className, children }: Props) {
  const up = sort === id;
  const down = sort === `-${id}`;
  const Icon = up ? ArrowUp : down ? ArrowDown : ChevronsUpDown;
  const state = up ? 'ascending' : down ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={state} className={className}>
      <button
        type="button"
        onClick={onPress}
        className={`inline-flex min-h-9 items-center gap-1 px-3 hover:text-ink ${up || down ? 'text-ink' : ''}`}
      >
        {children}
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      </button>
    </th>
  );
}
