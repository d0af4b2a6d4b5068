import { createContext, useContext } from 'react';

/** The name of the owner or else of the site, for page titles; the layout provides it. */
export const SiteTitleContext = createContext('');

type Props = {
  title: string;
  description?: string;
  /** For pages that search engines must not index. */
  noindex?: boolean;
};

/** Title and description of a page. The server adds the canonical address, languages and previews. */
export function PageHead({ title, description, noindex = false }: Props) {
  const site = useContext(SiteTitleContext);
  return (
    <>
      <title>{site === '' ? title : `${title} · ${site}`}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {noindex && <meta name="robots" content="noindex" />}
    </>
  );
}
