import { createContext, use, useEffect, useState, type CSSProperties } from 'react';
import { lazyComponent } from '@/shared/ui/lazy';
import type { Mountain } from './massif';
import { cameras, sceneBox, type View } from './ridge-view';

type Props = {
  mountain: Mountain;
  /** An attempt is drawn with a dashed skyline: the summit was not reached. */
  attempt: boolean;
  /** Right-to-left pages have the mountain on the other side. It is never mirrored. */
  rightToLeft: boolean;
  view: View;
  /** The mountain and the side it is seen from. Without it the drawing is decorative. */
  label?: string;
  className?: string;
};

// The generator and the shapes of all mountains are not part of the first load.
const RidgeCanvas = lazyComponent(() => import('./ridge-canvas').then((m) => m.RidgeCanvas));

/**
 * The mountain in a box. SVG lines are part of the server-rendered page, so they show before any script.
 * When the browser is idle, a canvas with more lines and with animation replaces them. Both use the
 * same cameras, so nothing shifts.
 */
export function RidgeScene({ label, className = '', ...picture }: Props) {
  const ready = useIdle();
  const [canvasShown, setCanvasShown] = useState(false);
  return (
    <div
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
      className={`ridge-scene overflow-clip ${className}`}
    >
      {!canvasShown && <StillLines key={picture.mountain.slug} {...picture} />}
      {ready && (
        <RidgeCanvas
          {...picture}
          onShown={() => setCanvasShown(true)}
          className="absolute inset-0 size-full"
        />
      )}
    </div>
  );
}

// True once the browser has been idle. Safari has no requestIdleCallback.
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const ready = () => setIdle(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(ready, 200);
      return () => clearTimeout(timer);
    }
    const callback = requestIdleCallback(ready, { timeout: 1500 });
    return () => cancelIdleCallback(callback);
  }, []);
  return idle;
}

const box = `0 ${-sceneBox.above} ${sceneBox.width} ${sceneBox.above + sceneBox.below}`;

/**
 * Draws the lines of a scene as the inner SVG of sceneBox. Only the server rendering provides it: the browser keeps
 * those lines as they are, without the code that draws them.
 */
export const StillLinesContext = createContext(
  (_mountain: Mountain, _attempt: boolean): string => '',
);

function StillLines({ mountain, attempt, view }: Pick<Props, 'mountain' | 'attempt' | 'view'>) {
  const lines = use(StillLinesContext)(mountain, attempt);
  return (
    <svg
      viewBox={box}
      style={camerasOf(view)}
      fill="none"
      className="ridge-lines"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: lines }}
    />
  );
}

type Cameras = CSSProperties & Record<`--${'wide' | 'tall'}-${string}`, number>;

// CSS chooses between the two by the aspect ratio of the box, as the canvas does.
function camerasOf(view: View): Cameras {
  const { wide, tall } = cameras[view];
  return {
    '--wide-centre': wide.centre,
    '--wide-foot': wide.foot,
    '--wide-across': wide.across,
    '--wide-upright': wide.upright,
    '--tall-centre': tall.centre,
    '--tall-foot': tall.foot,
    '--tall-across': tall.across,
    '--tall-upright': tall.upright,
  };
}
