const isMac = () => /Mac|iP(hone|ad)/.test(navigator.userAgent);

const capText = (key: string) => (key === 'mod' ? (isMac() ? '⌘' : 'Ctrl') : key.toUpperCase());

/** Keys as on a keyboard: 'mod+k', 'g o'. */
export function KeyCap({ keys }: { keys: string }) {
  return (
    <span dir="ltr" className="inline-flex gap-1">
      {keys.split(/[+ ]/).map((key, at) => (
        // The two keys of a sequence may be the same.
        <kbd
          key={`${at}-${key}`}
          className="coordinate min-w-5 rounded-block border border-current/40 px-1 text-center text-[0.6875rem]"
        >
          {key === 'Enter' ? '↵' : key.length === 1 || key === 'mod' ? capText(key) : key}
        </kbd>
      ))}
    </span>
  );
}
