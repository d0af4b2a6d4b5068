type Props = {
  caption: string;
  /** The paragraphs of the pages. A page without text is left out. */
  pages: string[][];
};

/** An open book: two pages beside each other, on a phone one after the other. */
export function BookSpread({ caption, pages }: Props) {
  const written = pages.filter((page) => page.join('').trim() !== '');
  return (
    <figure className="mt-16 md:mt-20">
      <figcaption className="label font-bold text-accent">{caption}</figcaption>
      <blockquote className="book-spread mt-5 bg-raised lg:grid lg:grid-cols-2">
        {written.map((page) => (
          <div key={page[0]} className="spread-page px-6 py-9 sm:px-12 sm:py-14 xl:px-16">
            {page.map((paragraph) => (
              <p key={paragraph} className="spread-text">
                {paragraph}
              </p>
            ))}
          </div>
        ))}
      </blockquote>
    </figure>
  );
}
