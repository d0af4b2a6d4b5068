type Props = {
  /** The accessible name: it says that this is a drawing. */
  label: string;
  className?: string;
};

/**
 * A climber on a rope, in the lines that the mountains are drawn with. It stands where a portrait will, and
 * does not look like one: it has no face.
 */
export function ClimberDrawing({ label, className = '' }: Props) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 4000 5000"
      className={`border border-line bg-raised text-ink rtl:-scale-x-100 ${className}`}
    >
      <use href="/art/climber.svg#climber" />
      <use href="/art/climber.svg#rope" className="text-accent" />
    </svg>
  );
}
