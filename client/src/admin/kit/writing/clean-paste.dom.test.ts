import { describe, expect, it } from 'vitest';
import { cleanPaste } from './clean-paste';

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0} --></style></head><body lang=FR>
<!--StartFragment--><p class=MsoTitle><span style='color:red'>Le titre</span></p>
<h1>Premier</h1>
<p class=MsoNormal style='margin-bottom:0'>Du <b>gras</b>&nbsp;: oui.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Un</p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o&nbsp; </span>Un bis</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·&nbsp; </span>Deux</p>
<p class=MsoNormal>Entre</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.&nbsp; </span>Pas à pas</p>
<p class=MsoNormal><img width=10 src="file:///C:/Users/x/clip_image001.png"></p><h5>Petit</h5><!--EndFragment--></body></html>`;

const cleaned = (html: string) => {
  const { body } = new DOMParser().parseFromString(cleanPaste(html).html, 'text/html');
  return body;
};

describe('what Word puts on the clipboard', () => {
  const body = cleaned(word);
  const all = (selector: string) =>
    [...body.querySelectorAll(selector)].map((each) => each.textContent.trim());

  it('has its lists as lists, nested and numbered', () => {
    expect(body.querySelectorAll('ul > li')).toHaveLength(3);
    expect(body.querySelector('ul > li > ul > li')).toHaveTextContent(/^Un bis$/);
    expect(all('ol > li')).toEqual(['Pas à pas']);
    expect(body.textContent).not.toMatch(/·/);
  });

  it('has its titles as parts of the page', () => {
    expect(all('h2')).toEqual(['Le titre', 'Premier']);
    expect(all('h4')).toEqual(['Petit']);
    expect(body.querySelector('h1, h5')).toBeNull();
  });

  it('has no office marks, no styles, no pictures of somebody’s disk, no empty lines', () => {
    expect(body.innerHTML).not.toMatch(/o:p|supportLists|Generator|file:|style=|margin/);
    expect(body.querySelector('img, style, meta')).toBeNull();
    expect(all('p')).not.toContain('');
  });

  it('keeps its words, and the space that French sets before a colon', () => {
    expect(all('p')).toContain('Du gras\u00A0: oui.');
  });
});

it('leaves what is clean as it is', () => {
  const html =
    '<p>One <em>two</em></p><ul><li>three</li></ul><img src="/storage/v1/object/public/media/a.png" alt="x">';
  expect(cleanPaste(html)).toEqual({ html, files: [], refused: 0 });
});

describe('pictures', () => {
  it('of other sites and of a disk are left out, and counted', () => {
    const html =
      '<p>One</p><img src="https://example.org/a.png"><img src="//example.org/a.png"><img src="file:///a.png"><img>';
    expect(cleanPaste(html)).toEqual({ html: '<p>One</p>', files: [], refused: 4 });
  });

  it('in the HTML itself become files, to upload', async () => {
    const { html, files, refused } = cleanPaste('<p>One</p><img src="data:image/png;base64,aGk=">');
    expect({ html, refused }).toEqual({ html: '<p>One</p>', refused: 0 });
    expect(files.map(({ name, type }) => ({ name, type }))).toEqual([
      { name: 'pasted.png', type: 'image/png' },
    ]);
    expect(await files[0]?.text()).toBe('hi');
    expect(cleanPaste('<img src="data:image/png;base64,%">').refused).toBe(1);
  });

  it('stay where they were cut from the editor itself', () => {
    const html = '<figure data-pm-slice="0 0 []"><img src="https://example.org/a.png"></figure>';
    expect(cleanPaste(html)).toEqual({ html, files: [], refused: 0 });
  });
});

it('makes elements of the font styles of Google Docs', () => {
  const docs = `<b style="font-weight:normal;" id="docs-internal-guid"><p dir="ltr" style="line-height:1.38"><span
    style="font-weight:700;color:#000">Bold</span><span style="font-weight:400;font-style:italic"> slanted</span>
    <span style='text-decoration:underline line-through'>both</span></p></b>`;
  expect(cleanPaste(docs).html.replaceAll(/\s+/g, ' ')).toBe(
    '<p dir="ltr"><span><strong>Bold</strong></span><span><em> slanted</em></span> <span><s><u>both</u></s></span></p>',
  );
});

it('changes no text and no other attribute that looks like a style', () => {
  const html = '<p title="a style=b" lang="fr">1 &lt; 2 style="x"</p>';
  expect(cleanPaste(html).html).toBe('<p title="a style=b" lang="fr">1 &lt; 2 style="x"</p>');
});
