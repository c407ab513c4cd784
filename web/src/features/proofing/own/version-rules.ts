import type { ProofThing } from '@plinth/contract/proofing/rooms.ts'
import { versionStem } from '@plinth/contract/proofing/names.ts'

export interface NamedFile {
  fileName: string
  kind: string
}

/** What a file becomes a version of. */
export interface Replaced {
  /** The name of the newest file that is there. */
  fileName: string
  /** The number that the new version gets. */
  number: number
}

/**
 * What files that are added together become a newer version of, in their order; null for a file of its own. The server
 * decides it by the same rules: the same kind, the same name without what changes from version to version, the very
 * same name first, and the latest delivery among those. A thing gets one version at a time.
 */
export function planVersions(
  things: readonly ProofThing[],
  files: readonly NamedFile[],
): (Replaced | null)[] {
  const taken = new Set<string>()
  return files.map((file) => {
    const [best] = things
      .filter(({ id }) => !taken.has(id))
      .flatMap((thing) => thing.versions.map((version) => ({ thing, version })))
      .filter(
        ({ version }) =>
          version.kind === file.kind &&
          versionStem(version.fileName) === versionStem(file.fileName),
      )
      .toSorted(
        (one, other) =>
          Number(isSameName(other.version, file)) - Number(isSameName(one.version, file)) ||
          other.version.delivery - one.version.delivery,
      )
    if (best === undefined) return null
    const { id, versions } = best.thing
    taken.add(id)
    return { fileName: versions[0]?.fileName ?? '', number: versions.length + 1 }
  })
}

const isSameName = (one: NamedFile, other: NamedFile): boolean =>
  one.fileName.toLowerCase() === other.fileName.toLowerCase()
