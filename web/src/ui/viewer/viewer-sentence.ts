import { viewerTexts } from './viewer-texts.ts'

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

/** Alternative text is written as a phrase or as sentences; before another sentence it needs its stop. */
export const closed = (text: string): string =>
  /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`
