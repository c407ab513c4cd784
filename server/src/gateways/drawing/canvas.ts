import { writeFile } from 'node:fs/promises'
import type { Canvas } from '@napi-rs/canvas'
import sharp from 'sharp'

/** Largest change of a colour value out of 255. */
const STRENGTH = 3

/** Adds a fine grain, the same every time. Without it a soft gradient shows as rings of single colours. */
export function addGrain(canvas: Canvas): void {
  const context = canvas.getContext('2d')
  const picture = context.getImageData(0, 0, canvas.width, canvas.height)
  const { data } = picture
  let state = 0x9e_37_79_b9
  for (let at = 0; at < data.length; at += 4) {
    // Xorshift.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const grain = ((state >>> 24) / 127.5 - 1) * STRENGTH
    data[at] = (data[at] ?? 0) + grain
    data[at + 1] = (data[at + 1] ?? 0) + grain
    data[at + 2] = (data[at + 2] ?? 0) + grain
  }
  context.putImageData(picture, 0, 0)
}

/**
 * Written with sharp: the canvas's own encoder halves the colour resolution, which is visible in type and thin lines.
 */
export async function writeJpeg(canvas: Canvas, file: string): Promise<void> {
  const { width, height } = canvas
  const jpeg = await sharp(canvas.data(), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
  await writeFile(file, jpeg)
}
