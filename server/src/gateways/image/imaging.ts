import { stat } from 'node:fs/promises'
import os from 'node:os'
import { ACCEPTED_SENTENCES, type ImageType } from '@plinth/contract/media/file-types.ts'
import { AppError } from '../../http/errors.ts'
import { createWorker, LostTask, type Asker } from '../process/worker.ts'
import { readHead } from '../file-type.ts'
import { sniffImageType } from './image-type.ts'
import {
  NO_MARK,
  type CleanedImage,
  type ImageInspection,
  type ImagingTasks,
  type Mark,
  type NamedCopy,
  type PreviewSize,
  type Pyramids,
  type RenderOptions,
} from './imaging-tasks.ts'

export type { RenderOptions } from './imaging-tasks.ts'
export { packetOf } from './metadata/packet.ts'
export { saidIn, type Rights } from './metadata/rights.ts'
export { withPacket, type MarkedFormat } from './metadata/insert.ts'

interface ImageFacts extends ImageInspection {
  type: ImageType
}

/** Works on pictures in worker processes that may crash without harm. Files are paths on this machine. */
export interface ImagingGateway {
  /** Decodes the whole picture once. Throws `media.unsupported` or `media.unreadable`. */
  inspect: (file: string) => Promise<ImageFacts>
  /**
   * Writes a copy without metadata and inspects that copy. What names author and rights stays if it is wanted. When it
   * throws, it may leave half a copy.
   */
  clean: (
    file: string,
    cleanFile: string,
    options?: { keepsName: boolean } & Asker,
  ) => Promise<ImageFacts & CleanedImage>
  /** Writes the same picture, upright and in its own colours, in a format that the other tasks open quickly. */
  decode: (file: string, workFile: string) => Promise<void>
  /**
   * Writes one rendition: upright, with nothing but its mark as metadata, in sRGB, except for the top one, which keeps the picture's own
   * colours. Returns its bytes.
   */
  render: (file: string, rendition: string, options: RenderOptions) => Promise<number>
  /**
   * Writes two small WebPs: one with a watermark all over it, one without. Returns their size, or null if the picture
   * has more pixels than we open.
   */
  preview: (
    file: string,
    copies: { previewFile: string; pictureFile: string },
  ) => Promise<PreviewSize | null>
  /** Writes a copy of a preview with the name of whoever looks at it in turn with the lines of the watermark. */
  name: (file: string, copy: NamedCopy) => Promise<void>
  /** Writes a PNG with a watermark and nothing else, to be laid over the frames of films. */
  mark: (markFile: string) => Promise<void>
  /** Writes the pyramid of tiles into an existing folder. Returns their names as defined in the contract. */
  tiles: (file: string, folder: string, mark?: Mark) => Promise<string[]>
  /**
   * Writes two pyramids of tiles into an existing folder: one under a watermark that goes on from tile to tile, one
   * without. Returns null for what is animated, and if the picture has more pixels than we open.
   */
  pyramids: (file: string, folder: string) => Promise<Pyramids | null>
  close: () => Promise<void>
}

/** Whether a picture has to go through `decode` before anything but `inspect` and `clean`. */
export const needsDecoding = (type: ImageType): boolean => type === 'image/heic'

/** Widest animated rendition. Beyond that, the original itself is shown. */
export const MAX_ANIMATED_WIDTH = 960

/** Decoding these takes seconds, however small the file is. */
const SLOW_TYPES: ReadonlySet<ImageType> = new Set(['image/heic', 'image/avif'])
/** So does a file of this size, most often. */
const SLOW_BYTES = 10 * 1024 ** 2
/** Most pictures take a tenth of that. One that takes longer moves to the slow ones and begins again. */
const QUICK_CPU_MS = 1_000
/** A HEIC of a hundred megapixels takes twenty seconds. */
const INSPECT_CPU_MS = 30_000
/** Somebody waits for each look, and others for the process. */
const INSPECT_WALL_MS = 120_000
const RENDER_CPU_MS = 30_000
/** Wide AVIFs take ten seconds each, and a thousand frames take a minute. */
const LARGE_RENDER_CPU_MS = 120_000
const LARGE_WIDTH = 1_920
const TILES_CPU_MS = 300_000
/** With this many processors or fewer, wide and narrow sizes at once would leave none for requests. */
const FEW_PROCESSORS = 2
/** Tiles come after all renditions. */
const TILES_RANK = 100_000

/** People wait for looks and narrow sizes, which get processor time even if the machine is never idle. Requests get more. */
const AWAITED_NICENESS = 5
/** Nobody waits for wide sizes and tiles: they get idle time. */
const LARGE_NICENESS = 19

/**
 * Uses four worker processes with one task at a time each. Nobody's upload waits for somebody else's slow pictures or for
 * renditions, and a picture's narrow sizes, which are shown first, never wait for another one's wide sizes and tiles. All
 * yield to requests. On a small machine no wide size is started while narrow ones are waiting.
 */
export function createImaging(
  options: { cpuMs?: number; quickCpuMs?: number; processors?: number } = {},
): ImagingGateway {
  const startWorker = (niceness: number) =>
    createWorker<ImagingTasks>({
      child: new URL('./imaging-child.ts', import.meta.url),
      subject: 'picture',
      niceness,
    })
  const quickWorker = startWorker(AWAITED_NICENESS)
  const slowWorker = startWorker(AWAITED_NICENESS)
  const renderWorker = startWorker(AWAITED_NICENESS)
  const largeWorker = startWorker(LARGE_NICENESS)
  const { processors = os.availableParallelism() } = options
  let narrowTasks: Promise<unknown> = Promise.resolve()
  const runNarrow: typeof renderWorker.run = (...task) => {
    const result = renderWorker.run(...task)
    narrowTasks = Promise.allSettled([narrowTasks, result]).then(() => null)
    return result
  }
  const untilNarrowTasksEnd = async (): Promise<void> => {
    let seen: unknown
    const isDone = () => processors > FEW_PROCESSORS || seen === narrowTasks
    while (!isDone()) {
      seen = narrowTasks
      await seen
    }
  }
  const within = (cpuMs: number) => ({ cpuMs: options.cpuMs ?? cpuMs })
  const look = async <K extends 'inspect' | 'clean'>(
    kind: K,
    task: Parameters<ImagingTasks[K]>[0],
    asker: Asker = {},
  ) => {
    if (!(await isSlow(task))) {
      try {
        return await quickWorker.run(kind, task, {
          ...asker,
          cpuMs: options.cpuMs ?? options.quickCpuMs ?? QUICK_CPU_MS,
        })
      } catch (error) {
        if (!(error instanceof LostTask) || error.reason !== 'time') throw error
      }
    }
    const limits = { ...within(INSPECT_CPU_MS), wallMs: INSPECT_WALL_MS }
    return slowWorker.run(kind, task, { ...asker, ...limits })
  }

  return {
    inspect: async (file) => {
      const type = await typeOf(file)
      return { type, ...(await look('inspect', { file, type })) }
    },
    clean: async (file, cleanFile, { keepsName, person, signal } = { keepsName: false }) => {
      const type = await typeOf(file)
      const task = { file, cleanFile, type, keepsName }
      return { type, ...(await look('clean', task, { person, signal })) }
    },
    decode: (file, workFile) =>
      runNarrow('decode', { file, workFile }, { ...within(RENDER_CPU_MS), rank: 0 }),
    render: async (file, rendition, wanted) => {
      const isLarge = wanted.width >= LARGE_WIDTH || wanted.isTop || wanted.isAnimated
      const limits = within(isLarge ? LARGE_RENDER_CPU_MS : RENDER_CPU_MS)
      const rank = wanted.width
      const task = { file, rendition, ...wanted }
      if (wanted.width < LARGE_WIDTH) return runNarrow('render', task, { ...limits, rank })
      await untilNarrowTasksEnd()
      return largeWorker.run('render', task, { ...limits, rank })
    },
    preview: async (file, copies) => {
      const task = { file, ...copies, type: await typeOf(file) }
      // People waiting for an upload go first.
      return slowWorker.run('preview', task, { ...within(INSPECT_CPU_MS), rank: 1 })
    },
    // Somebody waits for it, and it is a small picture of ours.
    name: (file, copy) => quickWorker.run('name', { file, ...copy }, within(RENDER_CPU_MS)),
    mark: (markFile) =>
      slowWorker.run('mark', { markFile }, { ...within(INSPECT_CPU_MS), rank: 1 }),
    tiles: async (file, folder, mark = NO_MARK) => {
      await untilNarrowTasksEnd()
      return largeWorker.run(
        'tiles',
        { file, folder, mark },
        { ...within(TILES_CPU_MS), rank: TILES_RANK },
      )
    },
    pyramids: async (file, folder) => {
      const task = { file, folder, type: await typeOf(file) }
      await untilNarrowTasksEnd()
      // Somebody waits for these.
      return largeWorker.run('pyramids', task, { ...within(TILES_CPU_MS), rank: 1 })
    },
    close: async () => {
      quickWorker.close()
      slowWorker.close()
      renderWorker.close()
      largeWorker.close()
    },
  }
}

async function typeOf(file: string): Promise<ImageType> {
  const type = sniffImageType(await readHead(file))
  if (type === null) throw new AppError('media.unsupported', ACCEPTED_SENTENCES.picture)
  return type
}

const isSlow = async ({ file, type }: { file: string; type: ImageType }): Promise<boolean> =>
  SLOW_TYPES.has(type) || (await stat(file)).size > SLOW_BYTES
