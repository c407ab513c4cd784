import { counted } from '../../lib/format/format.ts'

/** Texts of the 1:1 viewer. */
export const viewerTexts = {
  title: (title: string) => `${title} at full size`,
  fit: 'Fit',
  one: '1:1',
  two: '2:1',
  zoom: 'Zoom',
  smaller: 'Zoom out',
  larger: 'Zoom in',
  fullscreen: 'Full screen',
  leaveFullscreen: 'Exit full screen',
  close: 'Close the viewer',
  writtenBy: (name: string) => `Written by ${name}`,
  stage: 'Picture. Drag, or use the arrow keys, to move it.',
  loading: 'Loading the original',
  failed: 'We couldn’t load the original. This is a smaller copy.',
  smallerCopy: 'We’re still making the sharpest size. This is a smaller copy.',
  failedParts: 'We couldn’t load parts of the picture. Those parts show a smaller copy.',
  again: 'Try again',
  pixels: (width: string, height: string) => `${width} by ${height} px`,
  onScreen: {
    one: 'one image pixel on one screen pixel',
    larger: (count: string) => `one image pixel on ${count} screen pixels each way`,
    smaller: (share: string) => `shown at ${share} of its size`,
  },
} as const

const whole = new Intl.NumberFormat('en-US')
const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** `1,600 by 1,600 px, one image pixel on one screen pixel`. */
export function pixelSentence(image: { width: number; height: number }, zoom: number): string {
  const { onScreen, pixels } = viewerTexts
  const relation =
    Math.abs(zoom - 1) < 0.001
      ? onScreen.one
      : zoom > 1
        ? onScreen.larger(short.format(zoom))
        : onScreen.smaller(`${Math.round(zoom * 100)}%`)
  return `${pixels(whole.format(image.width), whole.format(image.height))}, ${relation}`
}

/** Ends an alternative text with a full stop, as another sentence follows it. */
export const withFullStop = (text: string): string =>
  /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`

/** Texts of an archive's list. */
export const archiveTexts = {
  list: (title: string) => `Files in ${title}`,
  name: 'Name',
  size: 'Size',
  summary: (all: number, size: string | null) =>
    size === null ? counted(all, 'file') : `${counted(all, 'file')}, ${size} unpacked`,
  first: (shown: number) => `These are the first ${shown}.`,
} as const

/** Texts of the page reader. */
export const pagesTexts = {
  title: (title: string) => `${title}, page by page`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previous: 'Previous page',
  next: 'Next page',
  whole: '100%',
  stage: 'Page. Use the left and right arrow keys to turn pages.',
  loading: 'Loading the pages',
  failed: 'We couldn’t open this PDF. Try again, or download the file.',
} as const
