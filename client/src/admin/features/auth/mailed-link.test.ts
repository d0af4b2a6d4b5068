import { describe, expect, it } from 'vitest';
import { readMailedLink } from './mailed-link';

describe('the fragment of a mailed link', () => {
  it.each([
    { fragment: '', want: { isInvitation: false, problem: undefined } },
    {
      fragment: '#access_token=a&refresh_token=b&type=recovery',
      want: { isInvitation: false, problem: undefined },
    },
    {
      fragment: '#access_token=a&refresh_token=b&type=invite',
      want: { isInvitation: true, problem: undefined },
    },
    {
      fragment: '#error=access_denied&error_code=otp_expired&error_description=Email+link',
      want: { isInvitation: false, problem: 'used' },
    },
    {
      fragment: '#error=access_denied&error_code=user_banned',
      want: { isInvitation: false, problem: 'failed' },
    },
    { fragment: '#error=server_error', want: { isInvitation: false, problem: 'failed' } },
  ])('$fragment', ({ fragment, want }) => {
    expect(readMailedLink(fragment)).toEqual(want);
  });
});
