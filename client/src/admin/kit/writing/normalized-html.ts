/** Normalizes HTML: the server writes entities and spaces in its own way. */
export function normalizedHTML(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.innerHTML.replaceAll(/>\s+</g, '><').trim();
}

const libraryPicture = /<img [^>]*src="\/storage\/v1\/object\/public\/media\/[^>]*>/g;

/**
 * As normalizedHTML, for a text in which the database writes the file and the size of each picture of the library
 * (schema/0013_blog.sql): a picture that was replaced is the same.
 */
export const normalizedHTMLOfPost = (html: string): string =>
  normalizedHTML(html).replaceAll(libraryPicture, (picture) =>
    picture
      .replaceAll(/ (?:width|height)="[^"]*"/g, '')
      .replace(/(\/media\/[0-9a-f-]{36}\/)[0-9a-f-]{36}\.(?:jpg|png|webp)/, '$1'),
  );
