import type { ImagingGateway } from '../../src/gateways/image/imaging.ts'
import { shotsOf } from '../demo/studies.ts'
import { createPictures, type PictureDeps } from '../demo/pictures.ts'
import { WORLD_FOLDER, type World } from '../world.ts'
import { withShelf } from './gateways.ts'
import { createShelf, type Made } from './shelf.ts'

/** Every file of the world that somebody uploads, relative to its folder. */
export const uploadsOf = ({ people, works, posts, more }: World): string[] => [
  ...new Set([
    ...people.map(({ avatar }) => avatar),
    ...works.map(({ file }) => file),
    ...posts.flatMap(({ media }) => media),
    ...more.caseStudies.flatMap(shotsOf).map(({ file }) => file),
  ]),
]

/** Uploads a file of the world and runs its jobs. Returns everything that was made of it on the way. */
export async function makePack(
  deps: PictureDeps,
  { file, ownerId }: { file: string; ownerId: string },
): Promise<ReadonlyMap<string, Made>> {
  const shelf = createShelf()
  const pictures = createPictures({ ...deps, ...withShelf(deps, shelf) }, WORLD_FOLDER)
  await pictures.ingestFile({ ownerId, file, alt: '' })
  if (shelf.all.size === 0) throw new Error(`Nothing was made of ${file}.`)
  return shelf.all
}

/** Shares work between gateways. Each works on one picture at a time, and making packs may use the whole machine. */
export function shareWork(gateways: readonly ImagingGateway[]): ImagingGateway {
  const busy = new Map(gateways.map((gateway) => [gateway, 0]))
  const onIdlest = async <T>(work: (gateway: ImagingGateway) => Promise<T>): Promise<T> => {
    const [idlest] = [...busy].reduce((best, one) => (one[1] < best[1] ? one : best))
    busy.set(idlest, (busy.get(idlest) ?? 0) + 1)
    try {
      return await work(idlest)
    } finally {
      busy.set(idlest, (busy.get(idlest) ?? 0) - 1)
    }
  }
  return {
    inspect: (file) => onIdlest((gateway) => gateway.inspect(file)),
    clean: (file, cleanFile, options) =>
      onIdlest((gateway) => gateway.clean(file, cleanFile, options)),
    decode: (file, workFile) => onIdlest((gateway) => gateway.decode(file, workFile)),
    render: (file, rendition, options) =>
      onIdlest((gateway) => gateway.render(file, rendition, options)),
    preview: (file, previewFile) => onIdlest((gateway) => gateway.preview(file, previewFile)),
    name: (file, copy) => onIdlest((gateway) => gateway.name(file, copy)),
    mark: (markFile) => onIdlest((gateway) => gateway.mark(markFile)),
    tiles: (file, folder, mark) => onIdlest((gateway) => gateway.tiles(file, folder, mark)),
    pyramids: (file, folder) => onIdlest((gateway) => gateway.pyramids(file, folder)),
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()))
    },
  }
}
