import { Extension, Mark, type Extensions } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { ArticleFigure } from './article-figure';
import {
  ArticleTable,
  ArticleTableCell,
  ArticleTableHeader,
  ArticleTableRow,
} from './article-table';
import { isLinkAddress } from './link-address';

const plainMark = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });

// A passage may be in another language than its article: keep `lang` and `dir`.
const Languages = Extension.create({
  name: 'languages',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'blockquote', 'listItem', 'tableCell', 'tableHeader'],
      attributes: { lang: { default: null }, dir: { default: null } },
    },
  ],
});

/**
 * The editor extensions; `deadImage` is said of an image that cannot be loaded. They allow what the
 * server's sanitizer and the public page allow.
 */
export const articleKit = (placeholder: string, deadImage: string): Extensions => [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] }, // the page has its own title
    link: false,
    trailingNode: { node: 'paragraph', notAfter: ['paragraph'] },
  }),
  Link.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (url) => isLinkAddress(url),
  }),
  plainMark('subscript', 'sub'),
  plainMark('superscript', 'sup'),
  Languages,
  ArticleFigure.configure({ dead: deadImage }),
  ArticleTable,
  ArticleTableRow,
  ArticleTableCell,
  ArticleTableHeader,
  Placeholder.configure({ placeholder }),
];
