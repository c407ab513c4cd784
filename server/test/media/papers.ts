import { strToU8, zipSync, type Zippable } from 'fflate'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PICTURE = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
  xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"
  xmlns:r="${RELATION}"
  xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"`

const STYLES = `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Kop1"><w:name w:val="heading 1"/></w:style></w:styles>`
const NUMBERING = `<w:numbering ${W}>
  <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`

const wordText = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`
export const wordParagraph = (text: string): string => `<w:p>${wordText(text)}</w:p>`
export const wordHeading = (text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="Kop1"/></w:pPr>${wordText(text)}</w:p>`
export const wordItem = (text: string): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${wordText(text)}</w:p>`
export const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows
    .map(
      (row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`
/** The picture that the relation with this id leads to. */
export const wordPicture = (relation: 'r:embed' | 'r:link'): string =>
  `<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${relation}="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

export interface WordOptions {
  /** Before the document's element. */
  prolog?: string
  /** Where the relation of the picture leads. */
  picture?: { target: string; isOutside?: boolean }
  /** More parts, or others under the same names. */
  parts?: Zippable
}

/** A Word document with this body, as Word writes it. */
export function makeWord(body: string, { prolog = '', picture, parts }: WordOptions = {}): Buffer {
  const mode = picture?.isOutside === true ? ' TargetMode="External"' : ''
  const pictured =
    picture === undefined
      ? ''
      : `<Relationship Id="rId9" Type="${RELATION}/image" Target="${picture.target}"${mode}/>`
  const texts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/></Types>',
    '_rels/.rels': `<Relationships ${RELATIONS}><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships ${RELATIONS}>
      <Relationship Id="rId1" Type="${RELATION}/styles" Target="styles.xml"/>
      <Relationship Id="rId2" Type="${RELATION}/numbering" Target="numbering.xml"/>${pictured}</Relationships>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?>${prolog}<w:document ${W} ${PICTURE}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': STYLES,
    'word/numbering.xml': NUMBERING,
  }
  const files = Object.entries(texts).map(([name, text]) => [name, strToU8(text)] as const)
  return Buffer.from(zipSync({ ...Object.fromEntries(files), ...parts }))
}
