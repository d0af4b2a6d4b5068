import { isPictureAddress } from './picture-address';

/** HTML of the clipboard as the editor takes it, and what became of its pictures. */
export type Pasted = {
  html: string;
  /** Pictures that were in the HTML itself, to upload. */
  files: File[];
  /** The number of pictures that were left out: on other sites, or on the disk of the user. */
  refused: number;
};

/**
 * Cleans HTML of the clipboard: Word's lists become lists, font styles become elements, empty lines and
 * Office markup are removed, headings are lowered; only pictures of this site stay. What was copied in an
 * editor keeps its pictures. The editor itself drops all other unknown elements.
 */
export function cleanPaste(html: string): Pasted {
  const isOwn = html.includes('data-pm-slice');
  const source = withoutStyles(withoutOffice(html));
  const { body } = new DOMParser().parseFromString(source, 'text/html');
  for (const junk of body.querySelectorAll('script, meta, link, title, xml')) junk.remove();
  makeLists(body);
  makeMarks(body);
  const files: File[] = [];
  let refused = 0;
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    if (isOwn ? isPictureAddress(src) : isOfThisSite(src)) continue;
    const file = fileIn(src);
    if (file === undefined) refused += 1;
    else files.push(file);
    image.remove();
  }
  lowerTitles(body);
  for (const line of body.querySelectorAll('p')) if (isEmpty(line)) line.remove();
  return { html: body.innerHTML, files, refused };
}

const isOfThisSite = (src: string) =>
  /^\/(?!\/)/.test(src) || src.startsWith(`${window.location.origin}/`);

/** The picture in a data: URL; undefined for any other address. The content policy keeps fetch from it. */
function fileIn(src: string): File | undefined {
  const [, type, base64] = /^data:(image\/[\w+.-]+);base64,(.+)$/s.exec(src) ?? [];
  if (type === undefined || base64 === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new File([bytes], `pasted.${type.slice('image/'.length)}`, { type });
  } catch {
    return undefined; // it is no base64
  }
}

/**
 * Removes conditional comments, which hold a second copy of the content, and Word's own tags with a colon.
 */
const withoutOffice = (html: string): string =>
  html
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<!\[[^\]]*\]>/g, '')
    .replaceAll(/<\/?\w+:\w+[^>]*>/g, '');

/** Removes style elements: the Content-Security-Policy blocks them in a parsed document too. */
const withoutStyles = (html: string): string => html.replaceAll(/<style\b[\s\S]*?<\/style>/gi, '');

const isEmpty = (line: Element): boolean =>
  line.querySelector('img, br') === null &&
  line.textContent.replaceAll('\u00A0', ' ').trim() === '';

const levelOf = (line: HTMLElement): number | undefined => {
  const style = line.getAttribute('style') ?? '';
  const level = /mso-list:[^;"]*level(\d)/.exec(style)?.[1];
  if (level !== undefined) return Number(level);
  return /MsoListParagraph/.test(line.className) && marker.test(line.textContent) ? 1 : undefined;
};

const marker =
  /^\s*(?:[\u00B7\u2022\u25CF\u25AA\u25E6o\u00A7-]|(\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)]))[\s\u00A0]+/i;

/** Word writes a list as paragraphs with bullets in the text: each run of them becomes a list. */
function makeLists(body: HTMLElement): void {
  for (const line of body.querySelectorAll<HTMLElement>('p, div, h1, h2, h3')) {
    const before = line.previousElementSibling;
    const level = levelOf(line);
    if (level === undefined) continue;
    const isOrdered = marker.exec(line.textContent)?.[1] !== undefined;
    const item = line.ownerDocument.createElement('li');
    dropMarker(line);
    item.append(...line.childNodes);
    const list = isList(before) ? before : newList(line, isOrdered);
    innermost(list, level, isOrdered).append(item);
    line.remove();
  }
}

const isList = (element: Element | null): element is HTMLElement =>
  element !== null && element.matches('ul[data-pasted], ol[data-pasted]');

function newList(at: Element, isOrdered: boolean): HTMLElement {
  const list = at.ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
  list.dataset['pasted'] = '';
  at.before(list);
  return list;
}

function innermost(list: HTMLElement, level: number, isOrdered: boolean): HTMLElement {
  const last = list.lastElementChild;
  if (level <= 1 || last === null) return list;
  const inner = last.lastElementChild;
  if (inner instanceof HTMLElement && inner.matches('ul, ol')) {
    return innermost(inner, level - 1, isOrdered);
  }
  const made = list.ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
  last.append(made);
  return made;
}

/** Removes the bullet from the text; Word marks it, other programs do not. */
function dropMarker(line: Element): void {
  const marked = [...line.querySelectorAll('span')].find((span) =>
    /mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? ''),
  );
  if (marked !== undefined) return marked.remove();
  const text = firstText(line);
  if (text !== undefined) text.data = text.data.replace(marker, '');
}

/** Replaces font styles by elements, as Google Docs has no others: its <b> around all is not bold. */
function makeMarks(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    const { fontWeight, fontStyle, textDecoration } = element.style;
    element.removeAttribute('style');
    if (/^(?:bold|bolder|[5-9]\d\d)$/.test(fontWeight)) wrapContent(element, 'strong');
    if (fontStyle === 'italic') wrapContent(element, 'em');
    if (textDecoration.includes('underline')) wrapContent(element, 'u');
    if (textDecoration.includes('line-through')) wrapContent(element, 's');
    const isNormal =
      (element.matches('b') && /^(?:normal|400)$/.test(fontWeight)) ||
      (element.matches('i') && fontStyle === 'normal');
    if (isNormal) element.replaceWith(...element.childNodes);
  }
}

function wrapContent(element: HTMLElement, tag: string): void {
  const mark = element.ownerDocument.createElement(tag);
  mark.append(...element.childNodes);
  element.append(mark);
}

function firstText(element: Element): Text | undefined {
  const walker = element.ownerDocument.createTreeWalker(element, 4 /* NodeFilter.SHOW_TEXT */);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.data.trim() !== '') return node;
  }
  return undefined;
}

/** Lowers headings: the page has its own h1. h5 and h6 become h4. */
function lowerTitles(body: HTMLElement): void {
  for (const title of body.querySelectorAll('h1, h5, h6, p.MsoTitle')) {
    const heading = body.ownerDocument.createElement(/h[56]/i.test(title.tagName) ? 'h4' : 'h2');
    heading.append(...title.childNodes);
    title.replaceWith(heading);
  }
}
