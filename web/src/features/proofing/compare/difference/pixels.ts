import { levelOfSide, tilesOf, type ShownPicture } from '../../picture/picture-rules.ts'

interface Size {
  width: number
  height: number
}

/** Longest side at which two are compared: about the size at which they are seen. */
const MOST = 960

/** The size at which what has this frame is compared. */
export function comparedSize({ width, height }: Size): Size {
  const scale = Math.min(1, MOST / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Draws at this size, from the upper left corner on. What is not drawn is transparent. */
export function drawnPixels({ width, height }: Size, draw: (on: CanvasRenderingContext2D) => void) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('this browser draws nothing')
  context.imageSmoothingQuality = 'high'
  draw(context)
  return context.getImageData(0, 0, width, height)
}

/** A picture's pixels, as wide as this size. */
export async function pixelsOf(picture: ShownPicture, size: Size): Promise<ImageData> {
  const { tiles, src } = picture
  const high = (picture.height * size.width) / picture.width
  const whole = { left: 0, top: 0, width: 1, height: 1 }
  const parts =
    tiles === null
      ? [{ ...whole, url: src ?? '' }]
      : tilesOf(
          { ...picture, tiles },
          levelOfSide({ ...picture, tiles }, Math.max(size.width, high)),
        ).map((part) => ({ ...part, url: tiles.urlOf(part) }))
  const drawn = await Promise.all(
    parts.map(async (part) => ({ ...part, image: await loaded(part.url) })),
  )
  return drawnPixels(size, (on) => {
    for (const { image, left, top, width, height } of drawn)
      on.drawImage(image, left * size.width, top * high, width * size.width, height * high)
  })
}

async function loaded(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}
