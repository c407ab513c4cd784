import {
  ACCEPTED_FILES_SENTENCE,
  type ImageType,
  type RenditionFormat,
} from '@plinth/contract/media.ts'
import { AppError } from '../http/errors.ts'
import { createLane } from './child-lane.ts'
import { readHead } from './file-type.ts'
import { sniffImageType } from './image-type.ts'
import type { ImagingSkills } from './imaging-tasks.ts'

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
  const lane = (niceness: number) =>
    createLane<ImagingSkills>({ child: 'imaging-child.ts', thing: 'picture', niceness })
  const looking = lane(0)
  const rendering = lane(5)
  const look = { cpuMs: options.cpuMs ?? LOOK_CPU_MS }

  return {
    inspect: async (file) => {
      const type = await typeOf(file)
      return { type, ...(await looking.run('inspect', { file, type }, look)) }
    },
    clean: async (file, cleanFile) => {
      const type = await typeOf(file)
      return { type, ...(await looking.run('clean', { file, cleanFile, type }, look)) }
    },
    render: async (file, { width, format }) => {
      const cpuMs = options.cpuMs ?? (width < LARGE_WIDTH ? RENDER_CPU_MS : LARGE_RENDER_CPU_MS)
      return Buffer.from(
        await rendering.run('render', { file, width, format }, { cpuMs, rank: width }),
      )
    },
    close: async () => {
      looking.close()
      rendering.close()
    },
  }
}

async function typeOf(file: string): Promise<ImageType> {
  const type = sniffImageType(await readHead(file))
  if (type === null) throw new AppError('media.unsupported', ACCEPTED_FILES_SENTENCE)
  return type
}
