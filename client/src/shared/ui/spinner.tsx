/** A spinner with a text; role="status". */
export function Spinner({ label, className = '' }: { label: string; className?: string }) {
  return (
    <p role="status" className={`flex items-center gap-3 text-small text-muted ${className}`}>
      <span
        aria-hidden="true"
        className="size-4 animate-spin rounded-full border-2 border-line border-t-accent"
      />
      {label}
    </p>
  );
}
