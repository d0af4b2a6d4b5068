import type { ReactNode } from 'react';
import type { ListProps, Named } from './data-table';
import { OpenButton } from './open-button';
import { rowEvents } from './row-events';
import { useIsPlaceholderData } from './list-frame';
import { RowCheckbox } from './checkbox';
import { useMemoRows, type RowProps } from './use-memo-rows';

/** The rows as cards, for narrow screens. */
export function RowCards<Row extends Named>(props: ListProps<Row>) {
  const { caption, rows, controls, opened, card, nameOf, onOpen } = props;
  return (
    <ul
      aria-label={caption}
      inert={useIsPlaceholderData()}
      className="-mx-(--spacing-gutter) border-t border-line md:mx-0 md:grid md:grid-cols-2 md:gap-3 md:border-0"
    >
      {rows.map((row) => (
        <Card
          key={row.id}
          row={row}
          card={card}
          nameOf={nameOf}
          onOpen={onOpen}
          isOpen={row.id === opened}
          toggle={controls?.toggleOf(row)}
        />
      ))}
    </ul>
  );
}

type CardProps<Row> = RowProps<Row> & { card: (props: { row: Row }) => ReactNode };

function Card<Row extends Named>(props: CardProps<Row>) {
  const { row, card: Content, nameOf, onOpen, isOpen, toggle } = props;
  return useMemoRows(props, Content, () => (
    // A click on the card is a shortcut for the button in it, which is accessible.
    <li
      {...rowEvents(onOpen && (() => onOpen(row.id)))}
      data-row={row.id}
      tabIndex={-1}
      aria-current={isOpen ? 'true' : undefined}
      className="flex items-start gap-1 border-b border-line bg-raised py-2 ps-(--spacing-gutter) pe-(--spacing-gutter) -outline-offset-2 has-[>button]:pe-1 md:border md:ps-4"
    >
      {toggle && (
        <div className="-ms-3">
          <RowCheckbox toggle={toggle} name={nameOf(row)} />
        </div>
      )}
      <div className="min-w-0 grow py-1.5">
        <Content row={row} />
      </div>
      {onOpen && <OpenButton id={row.id} name={nameOf(row)} onOpen={onOpen} />}
    </li>
  ));
}
