import { fileTypeOf } from '../../../lib/uploads/file-rules.ts'
import { drawThumb } from './thumbs.ts'
import type { Embedded } from './tray-rules.ts'

interface PreparingOptions {
  onThumb: (key: string, thumb: string) => void
  onEmbedded: (key: string, embedded: Embedded) => void
}

/** Draws a small picture of each image and reads what it says about itself, one file after another. */
export function makePreparing({ onThumb, onEmbedded }: PreparingOptions) {
  const waiting: { key: string; file: File }[] = []
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { key, file } = next
      // One at a time, as each is decoded whole for a moment.
      await prepare(key, file)
    }
    isRunning = false
  }
  const prepare = async (key: string, file: File) => {
    try {
      // Its own code, loaded with the first picture.
      const { readEmbedded } = await import('./embedded.ts')
      onEmbedded(key, await readEmbedded(file))
    } catch {
      // A picture without such words, or one that the reader does not know.
    }
    const thumb = await drawThumb(file)
    if (thumb !== null) onThumb(key, thumb)
  }
  return {
    add: (key: string, file: File) => {
      if (fileTypeOf(file)?.kind !== 'image') return
      waiting.push({ key, file })
      void run()
    },
  }
}
