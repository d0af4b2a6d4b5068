/** The wordmark of header, menu and footer: a ridge and the name, in Latin script in every language. */
export function Wordmark({ text }: { text: string }) {
  return (
    <span dir="ltr" lang="en" className="flex min-h-11 min-w-0 items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 30 20" className="h-5 w-7.5 shrink-0 text-accent">
        <path d="m1 19 9-13 4 5 5-10 10 18" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <span className="truncate figure text-2xl tracking-wide uppercase">{text}</span>
    </span>
  );
}
