import { writeFile } from 'node:fs/promises'
import type { Canvas } from '@napi-rs/canvas'
import sharp from 'sharp'

/** The canvas's own encoder halves the colours' resolution, which type and thin lines show. */
export async function writeJpeg(canvas: Canvas, file: string): Promise<void> {
  const { width, height } = canvas
  const jpeg = await sharp(canvas.data(), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
  await writeFile(file, jpeg)
}
