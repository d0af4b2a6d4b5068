import { useEffect, useRef } from 'react';
import { showMail } from './show-mail';

/** The HTML of an e-mail, apart from the styles of the page. */
export function MailPage({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current !== null) showMail(host.current, html);
  }, [html]);
  return <div ref={host} data-mail-preview="" className="overflow-x-auto border border-line" />;
}
