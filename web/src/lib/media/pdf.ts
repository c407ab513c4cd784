import type { PDFDocumentProxy, PDFPageProxy, RenderTask, TextLayer } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the build makes an address of it
import libraryUrl from 'pdfjs-dist/build/pdf.min.mjs?url'
// oxlint-disable-next-line import/default -- the build makes an address of it
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

type Library = typeof import('pdfjs-dist')

/** Larger pictures inside a page stay blank, as on the server. */
const MAX_IMAGE_PIXELS = 64_000_000
/** A page in pixels. Some phones draw nothing on a larger canvas. */
const MAX_CANVAS_PIXELS = 16_000_000

// Served as it is: it is large, seldom changes, and only readers of a PDF load it.
const importLibrary = () => import(/* @vite-ignore */ libraryUrl) as Promise<Library>

export interface PdfReader {
  pages: number
  /** The page's size in CSS pixels at 100 percent. */
  sizeOf: (page: number) => Promise<{ width: number; height: number }>
  /** Draws a page and its text at this scale; the elements get the page's size. */
  draw: (page: number, onto: PdfTarget) => PdfDrawing
  close: () => void
}

interface PdfTarget {
  canvas: HTMLCanvasElement
  /** Gets the words at their places, so that they can be selected and read out. */
  text: HTMLElement
  scale: number
}

interface PdfDrawing {
  done: Promise<void>
  cancel: () => void
}

/** Opens a PDF for reading page by page. */
export async function openPdf(url: string): Promise<PdfReader> {
  const library = await importLibrary()
  library.GlobalWorkerOptions.workerSrc = workerUrl
  /** Where the build puts what the library reads by name: decoders, fonts and tables of characters. */
  const parts = (name: string) => `/assets/pdfjs-${library.version}/${name}/`
  const loading = library.getDocument({
    url,
    cMapUrl: parts('cmaps'),
    standardFontDataUrl: parts('standard_fonts'),
    iccUrl: parts('iccs'),
    wasmUrl: parts('wasm'),
    maxImageSize: MAX_IMAGE_PIXELS,
    enableXfa: false,
    verbosity: library.VerbosityLevel.ERRORS,
  })
  let pdf: PDFDocumentProxy
  try {
    pdf = await loading.promise
  } catch (error) {
    void loading.destroy()
    throw error
  }
  return {
    pages: pdf.numPages,
    sizeOf: async (page) => {
      const { width, height } = (await pdf.getPage(page)).getViewport({ scale: 1 })
      return { width, height }
    },
    draw: (page, target) => drawing(library, () => pdf.getPage(page), target),
    close: () => void loading.destroy(),
  }
}

function drawing(
  library: Library,
  load: () => Promise<PDFPageProxy>,
  { canvas, text, scale }: PdfTarget,
): PdfDrawing {
  let isCancelled = false
  let render: RenderTask | undefined
  let layer: TextLayer | undefined
  const run = async () => {
    const page = await load()
    if (isCancelled) return
    const viewport = page.getViewport({ scale })
    const { width, height } = viewport
    const density = Math.min(devicePixelRatio, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)))
    canvas.width = Math.max(1, Math.round(width * density))
    canvas.height = Math.max(1, Math.round(height * density))
    text.replaceChildren()
    text.style.setProperty('--total-scale-factor', String(scale))
    render = page.render({
      canvas,
      viewport,
      transform: [canvas.width / width, 0, 0, canvas.height / height, 0, 0],
      background: '#ffffff',
      annotationMode: library.AnnotationMode.DISABLE,
    })
    layer = new library.TextLayer({
      textContentSource: page.streamTextContent(),
      container: text,
      viewport,
    })
    await Promise.all([render.promise, layer.render()])
  }
  return {
    done: run().catch((error: unknown) => {
      // What was cancelled has not failed.
      if (!isCancelled) throw error
    }),
    cancel: () => {
      isCancelled = true
      render?.cancel()
      layer?.cancel()
    },
  }
}
