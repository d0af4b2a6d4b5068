import type { ReactNode } from 'react';

/** Line icons of 20 px in the current colour, hidden from screen readers: the control has a text. */
function Icon({ lines, className = '' }: { lines: ReactNode; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className={`size-5 shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      {lines}
    </svg>
  );
}

export const CloseIcon = () => <Icon lines={<path d="m5 5 10 10M15 5 5 15" />} />;
export const MenuIcon = () => <Icon lines={<path d="M2 6h16M2 10h16M2 14h16" />} />;
export const PauseIcon = () => <Icon lines={<path d="M7 4v12M13 4v12" strokeWidth="2.4" />} />;
export const PlayIcon = () => <Icon lines={<path d="M6 4v12l10-6z" fill="currentColor" />} />;
export const AlertIcon = () => <Icon lines={<path d="M10 3 2 17h16zM10 8v4m0 2v1" />} />;
export const CheckIcon = () => <Icon lines={<path d="m3 10.5 4.5 4.5L17 5" />} />;
export const DownloadIcon = () => <Icon lines={<path d="M10 3v10m-5-5 5 5 5-5M3 17h14" />} />;
export const CopyIcon = () => <Icon lines={<path d="M7 7h10v10H7zM13 7V3H3v10h4" />} />;
export const DownIcon = () => <Icon lines={<path d="m4 7.5 6 6 6-6" />} />;
export const UpIcon = () => <Icon lines={<path d="M10 17V3M4 9l6-6 6 6" />} />;
/** Points forward in the reading direction. */
export const OnwardIcon = () => (
  <Icon className="rtl:-scale-x-100" lines={<path d="M3 10h14m-6-6 6 6-6 6" />} />
);
/** Points back in the reading direction. */
export const BackIcon = () => (
  <Icon className="rtl:-scale-x-100" lines={<path d="M17 10H3m6-6-6 6 6 6" />} />
);
/** A survey mark. */
export const SurveyMark = () => (
  <Icon lines={<path d="M10 2v16M2 10h16M10 5.5 14.5 10 10 14.5 5.5 10z" />} />
);
export const SearchIcon = () => (
  <Icon lines={<path d="M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zm4 9.5L17.5 17.5" />} />
);
export const ShareIcon = () => (
  <Icon lines={<path d="M10 12V2.5M6 6l4-3.8L14 6M5 9.5H3.5v8h13v-8H15" />} />
);
export const SystemIcon = () => (
  <Icon lines={<path d="M2.5 3.5h15v10h-15zM10 13.5V17m-3.5 0h7" />} />
);
export const SunIcon = () => (
  <Icon
    lines={
      <path d="M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1.5v2m0 13v2M1.5 10h2m13 0h2M4 4l1.4 1.4m9.2 9.2L16 16M16 4l-1.4 1.4m-9.2 9.2L4 16" />
    }
  />
);
export const MoonIcon = () => (
  <Icon lines={<path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z" />} />
);
