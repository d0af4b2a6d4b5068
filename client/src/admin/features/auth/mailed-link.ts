/** The result of a mailed link, from the fragment of the URL. */
export type MailedLink = {
  /** Whether the link of an invitation has signed in. */
  isInvitation: boolean;
  /** Why the link did not work: it was used or is too old, or anything else; undefined if it did. */
  problem: 'used' | 'failed' | undefined;
};

/**
 * Reads the fragment that the auth server adds to the address. supabase-js takes the session from it, and
 * then removes it.
 */
export function readMailedLink(fragment: string): MailedLink {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  const code = values.get('error_code') ?? values.get('error');
  return { isInvitation: values.get('type') === 'invite', problem: problemOf(code) };
}

function problemOf(code: string | null): MailedLink['problem'] {
  if (code === null) return undefined;
  return code === 'otp_expired' ? 'used' : 'failed';
}
