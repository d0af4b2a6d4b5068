/** Length that a phone shows in one line, in characters. A longer text has two lines. */
const longest = 18;

/** The mark of header, menu and footer: a ridge, and the owner's name or else that of the site. */
export function Wordmark({ text }: { text: string }) {
  return (
    <span className="flex min-h-11 min-w-0 items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 30 20" className="h-5 w-7.5 shrink-0 text-accent">
        <path d="m1 19 9-13 4 5 5-10 10 18" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <bdi
        className={`figure tracking-wide uppercase rtl:tracking-normal ${text.length > longest ? 'line-clamp-2 text-xl/[1.05] text-balance wrap-anywhere md:text-2xl/[1.05]' : 'truncate text-2xl'}`}
      >
        {text}
      </bdi>
    </span>
  );
}
