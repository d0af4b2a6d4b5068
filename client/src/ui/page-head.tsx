import { createContext, useContext } from 'react';

/** The site's wordmark, for page titles; a setting that the layout provides. */
export const WordmarkContext = createContext('');

type Props = {
  title: string;
  description?: string;
  /** For pages that search engines must not index. */
  noindex?: boolean;
};

/** Title and description of a page. The server adds the canonical address, languages and previews. */
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
