import { expect } from '@playwright/test';

type Mail = { subject: string; text: string; link: string; code: string };

/** The newest mail to an address, once it has come: read from the mailbox of development. */
export async function newestMail(address: string, after?: Mail): Promise<Mail> {
  const base = `http://127.0.0.1:${process.env['E2E_MAILBOX_PORT'] ?? ''}/api/v1`;
  const query = encodeURIComponent(`to:${address}`);
  let mail: Mail | undefined;
  const read = async () => {
    const response = await fetch(`${base}/message/latest?query=${query}`);
    if (!response.ok) return false;
    const { Subject: subject, Text: text }: { Subject: string; Text: string } =
      await response.json();
    const link = /https?:\S+\/auth\/v1\/verify\S+/.exec(text)?.[0] ?? '';
    mail = { subject, text, link, code: /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '' };
    return link !== after?.link;
  };
  await expect.poll(read, `a mail to ${address}`).toBe(true);
  if (mail === undefined) throw new Error('no mail');
  return mail;
}
