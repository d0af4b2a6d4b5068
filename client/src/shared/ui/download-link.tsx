import type { ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './button';
import { DownloadIcon } from './icons';

type Props = { href: string; look?: ButtonLook; children: ReactNode; className?: string };

/** A link that downloads a file instead of opening it. */
export function DownloadLink({ href, look = 'line', children, className = '' }: Props) {
  return (
    <a download href={href} className={buttonClass(look, className)}>
      <DownloadIcon />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </a>
  );
}
