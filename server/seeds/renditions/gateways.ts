import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { MediaDeps } from '../../src/core/media/objects.ts'
import type { Shelf } from './shelf.ts'

export type MediaGateways = Pick<MediaDeps, 'imaging' | 'video' | 'audio' | 'documents'>

interface Call {
  /** The file that something is made of, or `value` if it is made of that. */
  file?: string
  value?: string
  /** What is made of it, with everything that the result depends on. */
  what: string
  /** Where the result is written; undefined for calls that only return something. */
  to?: string
}

const cleaning = (options: { keepsName?: boolean } | undefined): string =>
  options?.keepsName === true ? 'clean-named' : 'clean'

const hashOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 40)

/** The same gateways, but what the shelf has is taken from there, and what they make is offered to it. */
export function withShelf(gateways: MediaGateways, shelf: Shelf): MediaGateways {
  const { imaging, video, audio, documents } = gateways

  const take = async <T>(call: Call, make: () => Promise<T>): Promise<T> => {
    const { file, value = '', what, to } = call
    const source = file === undefined ? Buffer.from(value) : await readFile(file)
    const key = `${hashOf(source)}-${what}`
    const known = shelf.find(key)
    if (known !== undefined) {
      if (to !== undefined) await writeFile(to, known.bytes ?? source)
      return known.facts as T
    }
    const facts = await make()
    const bytes = to === undefined ? null : await readFile(to)
    const isSame = bytes !== null && source.equals(bytes)
    shelf.keep(key, { facts: facts ?? null, bytes: isSame ? null : bytes })
    return facts
  }

  return {
    imaging: {
      ...imaging,
      inspect: (file) => take({ file, what: 'inspect' }, () => imaging.inspect(file)),
      clean: (file, to, options) =>
        take({ file, what: cleaning(options), to }, () => imaging.clean(file, to, options)),
      render: (file, to, options) => {
        const { width, format, isTop, isAnimated, mark } = options
        const kind = `${isTop ? '-top' : ''}${isAnimated ? '-moving' : ''}`
        const says = hashOf(JSON.stringify(mark ?? null)).slice(0, 8)
        const what = `${width}${kind}-${says}.${format}`
        return take({ file, what, to }, () => imaging.render(file, to, options))
      },
    },
    video: {
      ...video,
      clean: (file, to, options) =>
        take({ file, what: cleaning(options), to }, () => video.clean(file, to, options)),
      poster: (file, to) => take({ file, what: 'poster.jpg', to }, () => video.poster(file, to)),
      preview: (file, to, film) =>
        take({ file, what: `preview-${film.durationMs}.mp4`, to }, () =>
          video.preview(file, to, film),
        ),
    },
    audio: {
      ...audio,
      clean: (file, to, options) =>
        take({ file, what: cleaning(options), to }, () => audio.clean(file, to, options)),
      peaks: (file) => take({ file, what: 'peaks' }, () => audio.peaks(file)),
      play: (file, to, sound) =>
        take({ file, what: `play-${sound.durationMs}.m4a`, to }, () => audio.play(file, to, sound)),
    },
    documents: {
      ...documents,
      inspect: (file) => take({ file, what: 'inspect' }, () => documents.inspect(file)),
      picture: (file, to, named) =>
        take({ file, what: `picture-${hashOf(named.fileName).slice(0, 8)}.jpg`, to }, () =>
          documents.picture(file, to, named),
        ),
      waveform: (peaks, to) =>
        take({ value: peaks, what: 'waveform.jpg', to }, () => documents.waveform(peaks, to)),
    },
  }
}
