import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';

type Props = { children: ReactNode; className?: string };

/**
 * Stays in view beside a longer column, on wide screens. What is taller than the window sticks by its
 * foot instead of its head, else its last line, a button as a rule, would be reached last of all.
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
