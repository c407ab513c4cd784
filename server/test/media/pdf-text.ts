import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Returns the text of a PDF in the order in which it was written. */
export async function textOf(pdf: Buffer): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await task.promise
  const words: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    words.push(
      ...items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? item.str : [])),
    )
  }
  await task.destroy()
  return words.join(' ')
}
