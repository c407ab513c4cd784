import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { MAX_PDF_PAGES, MAX_PROOF_PAGES } from '@plinth/contract/limits.ts'
import {
  AnnotationMode,
  getDocument,
  VerbosityLevel,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Refusal } from '../process/tasks.ts'
import { checkCount, commentsOf, type Annotation, type PdfComment } from './annotations.ts'
import { DAMAGED_DOCUMENT, type PagesTask, type PdfInspection } from './documents-tasks.ts'
import { writeJpeg } from '../drawing/canvas.ts'

/** Long side of the page's picture, in pixels. */
const PAGE_SIDE = 2_400
/** The same for one page of many, which is shown no larger. */
const ONE_OF_MANY_SIDE = 1_280
/** Larger pictures inside a page stay blank. */
const MAX_IMAGE_PIXELS = 64_000_000
/**
 * How far from the end the end-of-file marker may be: where readers look, and some more for what programs often append.
 */
const END_BYTES = 16 * 1024

const LOCKED = 'This PDF is locked with a password. Save it without one and upload that one.'

const folderOf = (name: string) => fileURLToPath(import.meta.resolve(`pdfjs-dist/${name}/`))

export const inspectPdf = ({ file }: { file: string }): Promise<PdfInspection> =>
  withFirstPage(file, async (page, pdf) => {
    if (pdf.numPages > MAX_PDF_PAGES) {
      throw new Refusal(
        `This PDF has ${pdf.numPages.toLocaleString('en-US')} pages. Plinth takes up to ${MAX_PDF_PAGES.toLocaleString('en-US')}: split it and upload the parts.`,
      )
    }
    const { info } = await pdf.getMetadata()
    const version = (info as { PDFFormatVersion?: unknown }).PDFFormatVersion
    return {
      pages: pdf.numPages,
      version: typeof version === 'string' && /^\d\.\d$/.test(version) ? version : null,
      ...sizeOf(page),
    }
  })

export const drawPdf = ({ file, pictureFile }: { file: string; pictureFile: string }) =>
  withFirstPage(file, (page) => drawPage(page, pictureFile))

export const drawPages = ({ file, folder, from, to }: PagesTask): Promise<number> =>
  withFirstPage(file, async (_, pdf) => {
    for (let number = from; number <= Math.min(to, pdf.numPages); number += 1) {
      const page = await pdf.getPage(number)
      await drawPage(page, path.join(folder, `${number}.jpg`), ONE_OF_MANY_SIDE)
      page.cleanup()
    }
    return pdf.numPages
  })

export const readComments = ({ file }: { file: string }): Promise<PdfComment[]> =>
  withFirstPage(file, async (_, pdf) => {
    const comments: PdfComment[] = []
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PROOF_PAGES); number += 1) {
      const page = await pdf.getPage(number)
      const viewport = page.getViewport({ scale: 1 })
      const toShown = (x: number, y: number): [number, number] => {
        const [across = NaN, down = NaN] = viewport.convertToViewportPoint(x, y) as number[]
        return [across / viewport.width, down / viewport.height]
      }
      const annotations = (await page.getAnnotations()) as Annotation[]
      comments.push(...commentsOf(annotations, { page: number, toShown }))
      checkCount(comments)
      page.cleanup()
    }
    return comments
  })

async function drawPage(page: PDFPageProxy, pictureFile: string, side = PAGE_SIDE): Promise<void> {
  const { width, height } = sizeOf(page, side)
  const plain = page.getViewport({ scale: 1 })
  const canvas = createCanvas(width, height)
  await page.render({
    canvas: null,
    canvasContext: canvas.getContext('2d'),
    viewport: plain,
    // Scaled to whole pixels: a partial pixel would leave a white edge.
    transform: [width / plain.width, 0, 0, height / plain.height, 0, 0],
    background: '#ffffff',
    annotationMode: AnnotationMode.DISABLE,
  }).promise
  await writeJpeg(canvas, pictureFile)
}

async function withFirstPage<T>(
  file: string,
  work: (page: PDFPageProxy, pdf: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const bytes = await readFile(file)
  if (!bytes.subarray(-END_BYTES).includes('%%EOF')) throw new Refusal(DAMAGED_DOCUMENT)
  const loading = getDocument({
    // Given only the bytes, PDF.js knows no address and never fetches what a PDF refers to.
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    cMapUrl: folderOf('cmaps'),
    standardFontDataUrl: folderOf('standard_fonts'),
    iccUrl: folderOf('iccs'),
    wasmUrl: folderOf('wasm'),
    maxImageSize: MAX_IMAGE_PIXELS,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const pdf = await loading.promise
    return await work(await pdf.getPage(1), pdf)
  } catch (error) {
    if ((error as Error).name === 'PasswordException') throw new Refusal(LOCKED)
    throw error
  } finally {
    await loading.destroy()
  }
}

function sizeOf(page: PDFPageProxy, side = PAGE_SIDE): { width: number; height: number } {
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = side / Math.max(width, height)
  const pixels = (points: number) => Math.max(1, Math.round(points * scale))
  return { width: pixels(width), height: pixels(height) }
}
