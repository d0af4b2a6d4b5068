import { describe, expect, it } from 'vitest';
import { videoId } from './video-id';

describe('videoId', () => {
  it.each([
    'dQw4w9WgXcQ',
    ' dQw4w9WgXcQ ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://youtube.com/shorts/dQw4w9WgXcQ',
    'https://m.youtube.com/live/dQw4w9WgXcQ?si=x',
  ])('reads %s', (link) => {
    expect(videoId(link)).toBe('dQw4w9WgXcQ');
  });

  it.each([
    null,
    '',
    'not a link',
    'https://example.org/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/@channel',
    'https://youtu.be/"><script>',
    'javascript:alert(1)',
    'soon',
    'dQw4w9WgXcQ/../x',
    'https://youtu.be.example.org/dQw4w9WgXcQ',
  ])('refuses %s', (link) => {
    expect(videoId(link)).toBeUndefined();
  });
});
