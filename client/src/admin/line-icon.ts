import { createElement, type SVGProps } from 'react';

type Drawing = { node: [tag: string, attributes: Record<string, string>][] };

/**
 * Replaces createLucideIcon of lucide-react in the build (vite-line-icons.ts): the same drawing and attributes,
 * without the classes of names, the context and the options of size and width, which the back-office does not use.
 * An icon is hidden from screen readers unless it has a name of its own: most stand in a control that has a text.
 */
export default function lineIcon({ node }: Drawing) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': Object.keys(props).some((name) => /^(aria-|role$|title$)/.test(name))
          ? undefined
          : 'true',
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
