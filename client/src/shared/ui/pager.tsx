import { Button } from './button';
import { BackIcon, OnwardIcon } from './icons';

type Props = {
  label: string;
  /** The rows shown and their total, as text. */
  position: string;
  previousLabel: string;
  nextLabel: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
};

/** Pagination, counted from 1. Both buttons stay at the ends so that the layout does not shift. */
export function Pager({ label, position, previousLabel, nextLabel, page, pages, onPage }: Props) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-small text-muted">{position}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="line"
          disabled={page <= 1}
          className="disabled:cursor-default disabled:opacity-40"
          onClick={() => onPage(page - 1)}
        >
          <BackIcon />
          {previousLabel}
        </Button>
        <Button
          look="line"
          disabled={page >= pages}
          className="disabled:cursor-default disabled:opacity-40"
          onClick={() => onPage(page + 1)}
        >
          {nextLabel}
          <OnwardIcon />
        </Button>
      </div>
    </nav>
  );
}
