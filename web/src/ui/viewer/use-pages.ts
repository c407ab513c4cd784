import { useEffect, useState, type RefObject } from 'react'
import { openPdf, type PdfReader } from '../../lib/media/pdf.ts'
import { fitOf, nextZoom, pageAfter } from './pages-rules.ts'

interface Opened {
  reader: PdfReader
  page: number
  size: { width: number; height: number }
}

/** The state of the page reader: the document, the page, and how large it is drawn. */
export function usePages(url: string, stage: RefObject<HTMLDivElement | null>) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [hasFailed, setFailed] = useState(false)
  // A new link to the same document is only used for another try.
  const [source, setSource] = useState({ url })
  /** Null: fitted into the stage. */
  const [chosen, setChosen] = useState<number | null>(null)
  const box = useBox(stage)

  useEffect(() => {
    let reader: PdfReader | null = null
    let isOver = false
    const open = async () => {
      reader = await openPdf(source.url)
      if (isOver) reader.close()
      else setOpened({ reader, page: 1, size: await reader.sizeOf(1) })
    }
    open().catch(() => {
      if (!isOver) setFailed(true)
    })
    return () => {
      isOver = true
      reader?.close()
    }
  }, [source])

  const fitted = opened === null || box === null ? null : fitOf(opened.size, box)
  const scale = chosen ?? fitted
  const pages = opened?.reader.pages ?? null

  const go = async (page: number) => {
    if (opened === null || page < 1 || page > opened.reader.pages || page === opened.page) return
    try {
      const size = await opened.reader.sizeOf(page)
      setOpened({ ...opened, page, size })
      stage.current?.scrollTo({ top: 0, left: 0 })
    } catch {
      setFailed(true)
    }
  }
  const step = (by: 1 | -1) => setChosen(nextZoom(scale ?? 1, by))
  return {
    reader: opened?.reader ?? null,
    page: opened?.page ?? 1,
    pages,
    size: opened?.size ?? { width: 0, height: 0 },
    scale,
    zoom: scale ?? 1,
    isFitted: chosen === null,
    state: hasFailed ? ('failed' as const) : scale === null ? ('loading' as const) : null,
    go: (page: number) => void go(page),
    fit: () => setChosen(null),
    zoomTo: setChosen,
    step,
    onFailed: () => setFailed(true),
    again: () => {
      setFailed(false)
      setOpened(null)
      setSource({ url })
    },
    /** Whether the key did something. */
    press: (key: string): boolean => {
      if (key === '+' || key === '=') step(1)
      else if (key === '-') step(-1)
      else if (key === '0') setChosen(null)
      else {
        const next = pageAfter(key, opened?.page ?? 1, pages ?? 1)
        if (next === null) return false
        void go(next)
      }
      return true
    },
  }
}

/** The size of the stage, null before it is known. */
function useBox(stage: RefObject<HTMLDivElement | null>) {
  const [box, setBox] = useState<{ width: number; height: number } | null>(null)
  useEffect(() => {
    const element = stage.current
    if (element === null) return undefined
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [stage])
  return box
}
