import type { ReactNode } from 'react';

/** The Markdown of docs/policies: a title, paragraphs with code and strong text, and blocks of code. */
export function Markdown({ text }: { text: string }) {
  const blocks = text.replace(/^# .*\n+/, '').split(/^```\w*\n/m);
  return (
    <div className="document">
      {blocks.map((block, i) =>
        // Every second piece is a block of code. The text is constant, so its places are keys.
        i % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key
          <pre key={i}>
            <code>{block.trimEnd()}</code>
          </pre>
        ) : (
          block
            .split(/\n{2,}/)
            .filter((paragraph) => paragraph.trim() !== '')
            .map((paragraph) => <p key={`${i} ${paragraph}`}>{inline(paragraph)}</p>)
        ),
      )}
    </div>
  );
}

function inline(text: string): ReactNode[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((piece, i) => {
    const key = `${i} ${piece}`;
    if (piece.startsWith('`')) return <code key={key}>{piece.slice(1, -1)}</code>;
    if (piece.startsWith('**')) return <strong key={key}>{piece.slice(2, -2)}</strong>;
    const link = /^\[([^\]]+)\]\((https:[^)]+)\)$/.exec(piece);
    if (link) {
      return (
        <a key={key} href={link[2]} target="_blank" rel="noreferrer">
          {link[1]}
        </a>
      );
    }
    return piece.replace(/^\[([^\]]+)\]\([^)]*\)$/, '$1');
  });
}
