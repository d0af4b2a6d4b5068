type Props = {
  /** Which of the three hills. */
  form: 1 | 2 | 3;
  className?: string;
};

/** The contour lines of a hill in the text colour, as a mark on cards. Decorative. */
export function ContourMark({ form, className = '' }: Props) {
  return (
    <svg aria-hidden="true" viewBox="0 0 1000 1000" className={className}>
      <use href={`/art/contour-mark-${form}.svg#contour`} />
    </svg>
  );
}
