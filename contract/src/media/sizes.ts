/**
 * The `sizes` of pictures that a page's head preloads. Head and screen must say the same, so that the browser fetches
 * one file.
 */

interface Framed {
  width: number
  height: number
}

const pixels = (height: number, { width, height: high }: Framed): string =>
  `${Math.round((height * width) / high)}px`

/** Heights of the highest work on a ledge, in CSS pixels. */
interface Heights {
  highest: number
  /** From `--phone-base` and `--phone-share` of the ledge's styles. */
  highestOnPhone: number
}
export const FEATURED_HEIGHTS: Heights = { highest: 350, highestOnPhone: 260 }
/** A profile's row has three works instead of a dozen, so they are taller. */
export const PROFILE_HEIGHTS: Heights = { highest: 440, highestOnPhone: 217 }

/** How much larger works are in very wide windows, from `--grid-max`. */
const WIDEST = 1.3
/** For phones a little less is said. The difference cannot be seen, and 322 px would load the rendition above 320. */
const ON_PHONE = 0.98

export const ledgeSizes = (picture: Framed, { highest, highestOnPhone }: Heights): string =>
  `(max-width: 720px) ${pixels(ON_PHONE * highestOnPhone, picture)}, (min-width: 2200px) ${pixels(WIDEST * highest, picture)}, ${pixels(highest, picture)}`

/**
 * A work on its own page fills the width between the margins, unless it would be too high. For phones we say 8 px less:
 * the difference cannot be seen, and a common phone (412 px wide, ratio 1.75) then loads the rendition of 640 px instead
 * of 960.
 */
export const workSizes = (picture: Framed): string =>
  `(max-width: 860px) min(100vw - 48px, ${Math.round((72 * picture.width) / picture.height)}vh), min(60vw, ${pixels(720, picture)})`

export const POST_SIZES = '(max-width: 720px) 100vw, 80vw'
