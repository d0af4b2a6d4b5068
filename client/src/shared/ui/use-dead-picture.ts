import { useState } from 'react';

/**
 * Whether the picture at an address cannot be loaded. `watch` are attributes of its img; another address is tried
 * again. A picture of the server's HTML may have failed before hydration.
 */
export function useDeadPicture(src: string) {
  const [dead, setDead] = useState<string>();
  const fail = () => setDead(src);
  const checkLoaded = (image: HTMLImageElement | null) => {
    if (image?.complete === true && image.currentSrc !== '' && image.naturalWidth === 0) fail();
  };
  return { isDead: dead === src, watch: { ref: checkLoaded, onError: fail } };
}
