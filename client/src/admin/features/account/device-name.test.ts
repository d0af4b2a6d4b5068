import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the name of a device', () => {
  it.each([
    {
      agent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
      want: 'Firefox, Windows',
    },
    {
      agent: `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile Safari/537.36`,
      want: 'Chrome, Android',
    },
    {
      agent: `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
      want: 'Edge, Windows',
    },
    {
      agent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Safari/604.1`,
      want: 'Safari, iPhone',
    },
    {
      agent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Safari/605.1.15`,
      want: 'Safari, macOS',
    },
    { agent: 'curl/8.0', want: '' },
    { agent: '', want: '' },
  ])('$want', ({ agent, want }) => {
    expect(deviceName(agent)).toBe(want);
  });
});
