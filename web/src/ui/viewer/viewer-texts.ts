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
  leaveFullscreen: 'Leave full screen',
  close: 'Close the viewer',
  writtenBy: (name: string) => `Written by ${name}`,
  stage: 'Picture. Drag, or use the arrow keys, to move it.',
  loading: 'Loading the original',
  failed: 'The original could not be loaded. You are looking at a smaller copy.',
  smallerCopy: 'The closest size is still being made. You are looking at a smaller copy.',
  failedParts: 'Parts of the picture could not be loaded. There you see a smaller copy.',
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
