const total = 5;

/** One star, in the current colour. */
export function Star({ className, full = false }: { className: string; full?: boolean }) {
  return (
    <svg viewBox="0 0 20 20" className={className} aria-hidden="true">
      <path
        d="m10 1.8 2.5 5.5 6 .7-4.4 4.1 1.2 5.9L10 15l-5.3 3 1.2-5.9L1.5 8l6-.7z"
        fill={full ? 'currentColor' : 'none'}
        stroke="currentColor"
      />
    </svg>
  );
}

/** A rating as stars, rounded to whole ones; `label` is its text. */
export function Stars({ rating, label }: { rating: number; label: string }) {
  const full = Math.round(rating);
  return (
    <span role="img" aria-label={label} className="inline-flex gap-0.5 text-star">
      {Array.from({ length: total }, (_, at) => (
        <Star key={at} className="size-4.5" full={at < full} />
      ))}
    </span>
  );
}
