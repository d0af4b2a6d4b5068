/** A spinner with a text; role="status". The prerender finds it by data-waiting. */
export function Spinner({ label, className = '' }: { label: string; className?: string }) {
  return (
    <p
      role="status"
      data-waiting=""
      className={`flex items-center gap-3 text-small text-muted ${className}`}
    >
      <span
        aria-hidden="true"
        className="size-4 animate-spin rounded-full border-2 border-line border-t-accent"
      />
      {label}
    </p>
  );
}
