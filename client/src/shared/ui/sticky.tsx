import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';

type Props = { children: ReactNode; className?: string };

/**
 * Sticky beside a longer column, on wide screens. If it is taller than the window it sticks at its
 * bottom, so that its last line, usually a button, is visible early.
 */
export function Sticky({ children, className = '' }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      element.style.setProperty('--tall', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} style={unmeasured} className={`self-start sticky-beside ${className}`}>
      {children}
    </div>
  );
}

const unmeasured: CSSProperties & { '--tall': string } = { '--tall': '0px' };
