import { createContext, useContext } from 'react';

/** The site's wordmark, for the titles; the layout gives it, since the owner may change it. */
export const WordmarkContext = createContext('');

type Props = {
  title: string;
  description?: string;
  /** For pages that no search engine should keep. */
  noindex?: boolean;
};

/** Title and description of a page. Canonical address, languages and previews come from the server. */
export function PageHead({ title, description, noindex = false }: Props) {
  const wordmark = useContext(WordmarkContext);
  return (
    <>
      <title>{wordmark === '' ? title : `${title} · ${wordmark}`}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {noindex && <meta name="robots" content="noindex" />}
    </>
  );
}
