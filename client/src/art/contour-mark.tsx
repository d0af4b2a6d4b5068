type Props = {
  /** Which of the three hills. */
  form: 1 | 2 | 3;
  className?: string;
};

/** A hill from above, in the colour of the text: a medal, a seal, the mark of a card. Decoration. */
export function ContourMark({ form, className = '' }: Props) {
  return (
    <svg aria-hidden="true" viewBox="0 0 1000 1000" className={className}>
      <use href={`/art/contour-mark-${form}.svg#contour`} />
    </svg>
  );
}
