import { open } from 'node:fs/promises'
import {
  ACCEPTED_FILES_SENTENCE,
  type ImageType,
  type RenditionFormat,
} from '@plinth/contract/media.ts'
import { AppError } from '../http/errors.ts'
import { SNIFF_BYTES, sniffImageType } from './image-type.ts'
import { createLane, type Answered } from './imaging-lane.ts'
import type { ImagingTask } from './imaging-tasks.ts'

export interface ImageFacts {
  type: ImageType
  /** As shown, orientation applied. */
  width: number
  height: number
  /** base64 of the thumbhash. */
  thumbhash: string
}

/** Work on pictures, in a child process that can die alone. Files are paths on this machine. */
export interface ImagingGateway {
  /** Decodes the whole picture once. Throws `media.unsupported` or `media.unreadable`. */
  inspect: (file: string) => Promise<ImageFacts>
  /** Writes a copy without metadata and inspects that. When it throws, there may be half a copy. */
  clean: (file: string, cleanFile: string) => Promise<ImageFacts>
  /** One rendition: sRGB, orientation applied, no metadata. */
  render: (file: string, options: { width: number; format: RenditionFormat }) => Promise<Buffer>
  close: () => Promise<void>
}

const LOOK_CPU_MS = 20_000
const RENDER_CPU_MS = 30_000
/** Wide AVIFs take ten seconds each. */
const LARGE_RENDER_CPU_MS = 120_000
const LARGE_WIDTH = 1_920

/**
 * Two children, each with one task at a time: a person who uploads never waits for somebody else's
 * renditions. Narrow renditions go first, because a picture is shown from those.
 */
export function createImaging(options: { cpuMs?: number } = {}): ImagingGateway {
  const looking = createLane({ niceness: 0 })
  const rendering = createLane({ niceness: 5 })

  const look = async (task: ImagingTask & { type: ImageType }): Promise<ImageFacts> => {
    const answer = await looking.run(task, { cpuMs: options.cpuMs ?? LOOK_CPU_MS })
    return { type: task.type, ...only(answer, 'seen') }
  }

  return {
    inspect: async (file) => look({ kind: 'inspect', file, type: await typeOf(file) }),
    clean: async (file, cleanFile) =>
      look({ kind: 'clean', file, cleanFile, type: await typeOf(file) }),
    render: async (file, { width, format }) => {
      const cpuMs = options.cpuMs ?? (width < LARGE_WIDTH ? RENDER_CPU_MS : LARGE_RENDER_CPU_MS)
      const task = { kind: 'render', file, width, format } as const
      const answer = await rendering.run(task, { cpuMs, rank: width })
      return Buffer.from(only(answer, 'rendered'))
    },
    close: async () => {
      looking.close()
      rendering.close()
    },
  }
}

function only<K extends 'seen' | 'rendered'>(
  answer: Answered,
  key: K,
): Extract<Answered, Record<K, unknown>>[K] {
  if (key in answer) return (answer as Extract<Answered, Record<K, unknown>>)[key]
  throw new Error('the imaging process answered another question')
}

async function typeOf(file: string): Promise<ImageType> {
  const type = sniffImageType(await readHead(file))
  if (type === null) throw new AppError('media.unsupported', ACCEPTED_FILES_SENTENCE)
  return type
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
