import { writeFile } from 'node:fs/promises'
import type { VideoType } from '@plinth/contract/media/file-types.ts'
import type { Av } from '../av/av.ts'
import { isLitShare, litShare } from '../av/light.ts'
import { Refusal } from '../process/tasks.ts'
import { posterFilter } from './picture.ts'
import { openSource, type Source } from './source.ts'
import { DAMAGED_VIDEO } from './video-tasks.ts'

/** Where posters and previews are taken from: after a fade-in, but not searched for through the whole video. */
export const POSTER_SECOND = 1
export const LAST_POSTER_SECOND = 10
const STEP_SECONDS = 0.5

export async function makePoster(
  av: Av,
  file: string,
  posterFile: string,
  type: VideoType,
): Promise<void> {
  await using source = await openSource(av, file, type)
  await writeFile(posterFile, await findPoster(source))
}

interface Best {
  jpeg: Buffer
  lit: number
}

/** Returns the first frame about a second in that is not nearly black, or else the brightest. */
async function findPoster(source: Source): Promise<Buffer> {
  const stills = source.file.stills(source.picture, {
    filter: posterFilter(source),
    size: [source.width, source.height],
    from: Math.min(POSTER_SECOND, source.file.facts.seconds / 2),
    step: STEP_SECONDS,
    last: LAST_POSTER_SECOND,
  })
  let best: Best | null = null
  for await (const { light, jpeg } of stills) {
    const lit = litShare(light)
    if (best === null || lit > best.lit) best = { jpeg: await jpeg(), lit }
    if (isLitShare(best.lit)) break
  }
  if (best === null) throw new Refusal(DAMAGED_VIDEO)
  return best.jpeg
}
