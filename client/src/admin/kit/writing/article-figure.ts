import { mergeAttributes, Node } from '@tiptap/core';
import { isPictureAddress } from './picture-address';

/** The image of a figure; null if it has none. */
const pictureIn = (element: HTMLElement) =>
  element.matches('img') ? element : element.querySelector('img');

const ofPicture = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => pictureIn(element)?.getAttribute(name) ?? null,
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isFigure = (element: HTMLElement) =>
  isPictureAddress(pictureIn(element)?.getAttribute('src') ?? '') ? null : false;

/** `dead` is said of an image that cannot be loaded. */
type Options = { dead: string };

/**
 * An image with alternative text and an editable caption. Not TipTap's own image, which brings 4 kB for a handle to
 * resize it.
 */
export const ArticleFigure = Node.create<Options>({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,

  addOptions: () => ({ dead: '' }),

  addAttributes() {
    return {
      src: ofPicture('src'),
      alt: { ...ofPicture('alt'), default: '' },
      width: ofPicture('width'),
      height: ofPicture('height'),
    };
  },

  parseHTML() {
    const caption = (node: HTMLElement) =>
      node.querySelector<HTMLElement>('figcaption') ?? node.ownerDocument.createElement('p');
    return [
      { tag: 'figure', getAttrs: isFigure, contentElement: caption },
      { tag: 'img[src]', getAttrs: isFigure },
    ];
  },

  // A figure without a caption has no empty line below it.
  renderHTML({ node, HTMLAttributes }) {
    const picture = ['img', mergeAttributes(HTMLAttributes)] as const;
    return node.content.size === 0 ? ['figure', picture] : ['figure', picture, ['figcaption', 0]];
  },

  addNodeView() {
    const { dead } = this.options;
    return ({ node }) => {
      const problem = document.createElement('p');
      problem.className = 'dead-image';
      problem.contentEditable = 'false';
      problem.setAttribute('role', 'status');
      const dom = document.createElement('figure');
      const picture = document.createElement('img');
      const contentDOM = document.createElement('figcaption');
      const draw = (attributes: Record<string, unknown>) => {
        picture.src = textOf(attributes['src']);
        picture.alt = textOf(attributes['alt']);
      };
      picture.addEventListener('error', () => void (problem.textContent = dead));
      picture.addEventListener('load', () => void (problem.textContent = ''));
      draw(node.attrs);
      picture.draggable = false;
      dom.append(picture, problem, contentDOM);
      return {
        dom,
        contentDOM,
        ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
        update: (next) => {
          if (next.type !== node.type) return false;
          draw(next.attrs);
          contentDOM.classList.toggle('is-empty', next.content.size === 0);
          return true;
        },
      };
    };
  },
});
