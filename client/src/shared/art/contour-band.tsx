/** Contour lines over the whole width, as a divider between two sections. Decorative. */
export function ContourBand({ className = '' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 3000 220"
      preserveAspectRatio="xMidYMid slice"
      className={`block h-16 w-full text-line md:h-24 ${className}`}
    >
      <use href="/art/contour-band.svg#contour" />
    </svg>
  );
}
