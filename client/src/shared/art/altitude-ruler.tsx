const highest = 8848;
const marks = [0, 2000, 4000, 6000, 8000, highest];

/** A scroll progress bar in metres along the page's outer edge. Decorative: hidden from screen readers. */
export function AltitudeRuler() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-y-24 end-3 z-30 hidden w-px bg-line xl:block"
    >
      <div className="altitude-climb h-full w-px" />
      {marks.map((mark) => (
        <span
          key={mark}
          style={{ insetBlockStart: `${(mark / highest) * 100}%` }}
          className="absolute end-0 h-px w-2 bg-edge"
        />
      ))}
    </div>
  );
}
