import type { ProofRoom, ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'

const likenessOf = ({ likenesses }: ProofRoom, { id }: ProofVersion) =>
  likenesses.find(({ versionId }) => versionId === id)

/** What a file is proposed as the next version of; null if nothing looks like it, or somebody has decided. */
export function proposedFor(
  room: ProofRoom,
  version: ProofVersion,
): { id: string; fileName: string; number: number } | null {
  const likeness = likenessOf(room, version)
  if (likeness?.isProposed !== true) return null
  const [id] = likeness.thingIds
  const thing = room.things.find((one) => one.id === id)
  const newest = thing?.versions[0]
  if (thing === undefined || newest === undefined) return null
  return { id: thing.id, fileName: newest.fileName, number: newest.number + 1 }
}

/** The same things: those that the file looks like first, the most alike before the others. */
export function byLikeness(
  things: readonly ProofThing[],
  room: ProofRoom,
  version: ProofVersion,
): { thing: ProofThing; isAlike: boolean }[] {
  const alike = (likenessOf(room, version)?.thingIds ?? []).flatMap(
    (id) => things.find((one) => one.id === id) ?? [],
  )
  return [
    ...alike.map((thing) => ({ thing, isAlike: true })),
    ...things.filter((thing) => !alike.includes(thing)).map((thing) => ({ thing, isAlike: false })),
  ]
}
